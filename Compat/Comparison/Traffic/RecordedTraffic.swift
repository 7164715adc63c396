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
    public internal(set) var requests: [RecordedRequest] = []
    /// The kind of text: `a line of PHP's server`.
    package internal(set) var kind = ""
    /// The problems of parts that could not be read, and other remarks, a sentence each without its full stop.
    public internal(set) var notices: [String] = []
    /// The name for errors.
    var name = ""
}

extension RecordedTraffic {
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
        self = try TrafficReader().read(data)
        self.name = name
        if requests.isEmpty { throw PayloadError(reason: "\(name): \(notices.first ?? "no request in it")") }
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
