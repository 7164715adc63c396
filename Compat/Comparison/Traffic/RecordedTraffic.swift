import URLSerialization

/// The requests of a recording, for a test that compares new code with them.
///
/// ```swift
/// let traffic = try RecordedTraffic("orders.har")
/// let expected = try traffic.request("POST", "/v1/orders")
/// #expect(RequestDifference(expected: expected, actual: RecordedRequest(request)) == nil)
/// ```
public struct RecordedTraffic: Sendable {
    /// The requests in their order.
    public let requests: [RecordedRequest]
    /// The problems of parts that could not be read, a sentence each without its full stop.
    public let notices: [String]
    private let name: String

    /// Reads a recording: a HAR, or any other text that `compare-serializers view` reads.
    ///
    /// - Parameters:
    ///   - path: The path of the file, relative to the folder of the test's file.
    ///   - file: The test's file.
    /// - Throws: ``PayloadError`` for a file that has no requests, and Foundation's error for one that cannot be read.
    public init(_ path: String, relativeTo file: String = #filePath) throws {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        let url = URL(fileURLWithPath: path, relativeTo: folder)
        try self.init(Data(contentsOf: url, options: .mappedIfSafe), name: url.lastPathComponent)
    }

    /// Reads a recording from its bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name for errors.
    /// - Throws: ``PayloadError`` for bytes that have no requests.
    public init(_ data: Data, name: String = "recording") throws {
        let traffic = try TrafficReader().read(data)
        guard !traffic.requests.isEmpty else {
            throw PayloadError(reason: "\(name): \(traffic.notices.first ?? "no request in it")")
        }
        (requests, notices, self.name) = (traffic.requests, traffic.notices, name)
    }

    /// Returns the request with a method and a path.
    ///
    /// - Parameters:
    ///   - method: The method, in any case.
    ///   - path: The path, without the query.
    ///   - index: The position among several, counted from 0.
    /// - Throws: ``PayloadError`` naming the endpoints of the recording, if it has no such request.
    public func request(_ method: String, _ path: String, at index: Int = 0) throws -> RecordedRequest {
        let found = requests.filter { $0.endpoint == "\(method.uppercased()) \(path)" }
        if found.indices.contains(index) { return found[index] }
        let known = Report.list(requests.map(\.endpoint).grouped(where: ==).map { $0[0] }, maximum: 10)
        let count = found.isEmpty ? "no request" : "only \(Report.count(found.count, "request"))"
        throw PayloadError(reason: "\(name) has \(count) \(method.uppercased()) \(path); its endpoints are \(known)")
    }
}
