import Testing
import URLSerialization

/// Lines about forms that a user of AFNetworking or Alamofire might write before reading the documentation.
@Suite struct MultipartGuessTests {
    @Test func aPartHasAMIMEType() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bin")
        try Data("b".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var form = MultipartForm(boundary: try MultipartBoundary("x"))
        try form.append(Data("a".utf8), name: "p", fileName: "a.jpg", mimeType: "image/x-a")
        try form.append(file: file, name: "q", fileName: "b.jpg", mimeType: "image/x-b")
        let written = file.appendingPathExtension("form")
        defer { try? FileManager.default.removeItem(at: written) }
        try await #require(try form.makeBody()).write(to: written)
        let text = try String(contentsOf: written, encoding: .utf8)
        #expect(text.contains("Content-Type: image/x-a\r\n") && text.contains("Content-Type: image/x-b\r\n"))
    }
}
