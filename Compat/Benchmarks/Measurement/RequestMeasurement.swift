import Foundation
import URLSerialization

/// The cost of requests against one made by hand.
struct RequestMeasurement: Encodable {
    /// Every call.
    let timings: NamedTimings

    private static let bare = "a URLRequest with three headers, by hand"
    private static let serializer = "HTTPRequestSerializer()"
    private static let query = "flat: the form's bytes"
    private static let serialized = "flat: a URLRequest serialized"

    /// The time to make a serializer over that to make a request.
    var serializerOverRequest: Double { timings[Self.serializer] / timings[Self.bare] }
    /// The time to make a request and serialize it over that of its two halves.
    var serializingOverHalves: Double {
        timings[Self.serialized] / (timings[Self.bare] + timings[Self.query])
    }

    /// Measures the requests.
    ///
    /// - Throws: ``BenchmarkError`` if the two requests are not alike.
    init(timer: CallTimer) throws {
        let parameters = FlatPayload.parameters
        let url = URL(filePath: "/")
        let serializer = HTTPRequestSerializer()
        let headers = serializer.configuration.headers.map { ($0.name, $0.value) }
        let base = URLRequest(url: url)

        func byHand() -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            return request
        }
        func serialized() throws -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            return try serializer.serialize(request, with: parameters)
        }

        guard try byHand().allHTTPHeaderFields == serialized().allHTTPHeaderFields, headers.count == 2 else {
            throw BenchmarkError.failure("the request made by hand has other headers than the serialized one")
        }
        timings = try NamedTimings(
            of: [
                (Self.bare, { byHand().httpMethod?.utf8.count ?? 0 }),
                (Self.serializer, { HTTPRequestSerializer().configuration.headers.count }),
                (Self.query, { try serializer.body(for: parameters, in: base)?.count ?? 0 }),
                (Self.serialized, { try serialized().httpBody?.count ?? 0 }),
            ], timer: timer)
    }
}
