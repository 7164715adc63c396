import TestSupport
import Testing

@testable import URLSerialization

@Suite(.tags(.interrupted)) struct HTTPBodyTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// A source of a type that the body does not know.
    private struct OtherSource: BodySource {
        let isRepeatable: Bool
        var subject: String { "The source" }
        var length: Int64 { 1 }

        func open() throws(RequestSerializationError) -> any BodySourceReader { throw .consumed }
    }

    /// The bodies' sources, and whether all can be read again.
    private static let bodies: [(sources: @Sendable (ScratchFolder) throws -> [any BodySource], isRepeatable: Bool)] = [
        ({ _ in [] }, true),
        ({ [try FileSource($0.file("x"), part: nil)] }, true),
        ({ _ in [StreamSource(InputStream(data: Data([1])), length: 1)] }, false),
        ({ _ in [OtherSource(isRepeatable: true)] }, true),
        ({ _ in [OtherSource(isRepeatable: false)] }, false),
        ({ _ in [OtherSource(isRepeatable: false), OtherSource(isRepeatable: true)] }, false),
    ]

    @Test(arguments: bodies.indices)
    func aBodyIsRepeatableIfItsSourcesAre(index: Int) throws {
        let (sources, isRepeatable) = Self.bodies[index]
        let segments = try sources(scratch).map { BodySegment.source($0, part: nil) }
        #expect(try HTTPBody([.bytes(Data([1]))] + segments).isRepeatable == isRepeatable)
    }

    @Test func aFileOrAStreamIsABody() throws {
        let file = try HTTPBody.file(scratch.file("content"))
        let stream = try HTTPBody.stream(InputStream(data: Data("content".utf8)), length: 7)
        for body in [file, stream] {
            #expect(body.contentLength == 7)
            #expect(try body.data() == Data("content".utf8))
        }
        #expect(try file.data() == Data("content".utf8))
        expectRefusal(.sourceConsumed, part: .some(nil)) { try stream.data() }
    }

    @Test func aRequestWithAnotherBodyHasNoForm() throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.com")))
        request.setStream(HTTPBodyStream(try .file(scratch.file("content"))))
        #expect(request.value(forHTTPHeaderField: "Content-Length") == "7")
        #expect(request.multipartBody == nil)
        request.multipartBody = nil
        #expect(request.httpBodyStream == nil)
    }
}
