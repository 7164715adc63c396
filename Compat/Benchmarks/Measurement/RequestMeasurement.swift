import Foundation
import URLSerialization

/// The cost of requests against one made by hand.
enum RequestMeasurement {
    private static let bare = "a URLRequest with three headers, by hand"
    private static let serializer = "HTTPRequestSerializer()"
    private static let query = "flat: the form's bytes"
    private static let serialized = "flat: a URLRequest serialized"

    /// Measures the requests.
    ///
    /// - Throws: ``BenchmarkError`` if the two requests are not alike.
    static func figures(_ timer: CallTimer) throws -> [Figure] {
        let parameters = FlatPayload.parameters
        let url = URL(filePath: "/")
        let requests = HTTPRequestSerializer()
        let headers = requests.configuration.headers.map { ($0.name, $0.value) }
        let base = URLRequest(url: url)

        func byHand() -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            return request
        }
        func serializedRequest() throws -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            return try requests.serialize(request, with: parameters)
        }

        guard try byHand().allHTTPHeaderFields == serializedRequest().allHTTPHeaderFields, headers.count == 2 else {
            throw BenchmarkError.failure("the request made by hand has other headers than the serialized one")
        }
        let timings = try NamedTimings(
            of: [
                (bare, { byHand().httpMethod?.utf8.count ?? 0 }),
                (serializer, { HTTPRequestSerializer().configuration.headers.count }),
                (query, { try requests.body(for: parameters, in: base)?.count ?? 0 }),
                (Self.serialized, { try serializedRequest().httpBody?.count ?? 0 }),
            ], timer: timer)
        return timings.figures + [
            Figure(
                "HTTPRequestSerializer() over a URLRequest with three headers", timings[serializer] / timings[bare],
                atMost: 0.1),
            Figure(
                "flat: request and serialize over that URLRequest and the query",
                timings[Self.serialized] / (timings[bare] + timings[query]), atMost: 1.25),
        ]
    }
}
