import URLSerialization

/// A serializer that counts how often it decodes.
struct CountingSerializer: HTTPResponseSerialization {
    /// How often one or several serializers decoded.
    ///
    /// `@unchecked Sendable`: only the benchmark's one thread touches the count.
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

    /// How often a compound of five decodes of which three have the response's type and the last yields an object.
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
