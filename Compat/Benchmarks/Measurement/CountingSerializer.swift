import URLSerialization

/// A serializer that counts its decodings.
struct CountingSerializer: HTTPResponseSerialization {
    /// The number of decodings of one or several serializers.
    ///
    /// `@unchecked Sendable`: only the benchmark's single thread accesses the count.
    private final class Counter: @unchecked Sendable {
        var count = 0
    }

    var configuration: HTTPResponseConfiguration
    private let counter: Counter
    private let answer: String?

    func decodeBody(_ data: Data?, of response: URLResponse?) -> String? {
        counter.count += 1
        return answer
    }

    /// Returns the decodings of a compound of five serializers, three of which have the response's type and the last of
    /// which yields an object.
    static func decodingsOfCompound(_ response: URLResponse, _ body: Data) -> Int {
        let counter = Counter()
        let settings: [(contentType: String, answer: String?)] = [
            ("text/plain", "x"), ("application/json", nil), ("text/html", "x"), ("application/json", nil),
            ("application/json", "x"),
        ]
        let serializers = settings.map { contentType, answer in
            CountingSerializer(
                configuration: HTTPResponseConfiguration(acceptableContentTypes: [contentType]), counter: counter,
                answer: answer)
        }
        _ = CompoundResponseSerializer(serializers).serialize(response, data: body)
        return counter.count
    }
}
