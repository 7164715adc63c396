import TestSupport
import Testing
import URLSerialization

/// Random forms and a model of their bytes, which does not use segments, sources and spools.
@Suite(.tags(.random, .slow), .takingTurns, .timeLimit(.minutes(60))) struct RandomFormTests {
    /// The expected bytes of the form, written in the simplest way.
    private struct Model {
        let boundary: String
        var parts: [Data] = []

        mutating func append(_ headers: [String], _ content: Data) {
            parts.append(Data(headers.map { $0 + "\r\n" }.joined().utf8) + Data("\r\n".utf8) + content)
        }

        var bytes: Data {
            var bytes = Data()
            for part in parts { bytes += Data("--\(boundary)\r\n".utf8) + part + Data("\r\n".utf8) }
            return bytes + Data("--\(boundary)--\r\n".utf8)
        }

        static func disposition(_ name: String, _ fileName: String? = nil) -> String {
            func escaped(_ text: String) -> String {
                var bytes: [UInt8] = []
                for byte in text.utf8 {
                    switch byte {
                    case 0x22: bytes += Array("%22".utf8)
                    case 0x0D: bytes += Array("%0D".utf8)
                    case 0x0A: bytes += Array("%0A".utf8)
                    default: bytes.append(byte)
                    }
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            let file = fileName.map { "; filename=\"\(escaped($0))\"" } ?? ""
            return "Content-Disposition: form-data; name=\"\(escaped(name))\"\(file)"
        }
    }

    private struct Source {
        var generator: SeededGenerator
        let scratch: ScratchFolder

        mutating func name() -> String {
            let scripts: [Script] = [.letters, .reserved, .latin, .emoji, .marks, .control, .hangul, .byteOrderMark]
            let text = generator.text(scalars: generator.int(0...12), of: [generator.element(of: scripts), .letters])
            // A backslash at the end is refused.
            return text.replacingOccurrences(of: "\0", with: "\r\n\"") + (text.utf8.last == 0x5C ? "x" : "")
        }

        mutating func content() -> Data {
            let lengths = [0, 1, 2, 61, 500, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, 140_000]
            let length = generator.oneIn(3) ? generator.element(of: lengths) : generator.int(0...300)
            // Few different bytes, so that boundaries and line ends occur.
            return Data((0..<length).map { _ in generator.element(of: Array("\r\n--B-x".utf8)) })
        }

        mutating func chunks(of content: Data) -> [Data] {
            var chunks: [Data] = []
            var rest = content
            while !rest.isEmpty || generator.oneIn(3) {
                let count = generator.int(0...max(1, content.count / 2))
                chunks.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return chunks
        }

        /// Appends a part of some kind to the form and to the model.
        mutating func append(to form: inout MultipartForm, _ model: inout Model) async throws {
            let (name, fileName, content) = (name(), name(), content())
            switch generator.int(0...6) {
            case 0:
                try form.append(content, name: name)
                model.append([Model.disposition(name)], content)
                return
            case 1:
                let text = String(decoding: content, as: UTF8.self)
                try form.append(text, name: name)
                model.append([Model.disposition(name)], Data(text.utf8))
                return
            case 2:
                try form.append(headers: ["X-B": name.count.description, "X-A": ""], body: content)
                model.append(["X-A: ", "X-B: \(name.count)"], content)
                return
            case 3: try form.append(content, name: name, fileName: fileName, mediaType: "m/t")
            case 4:
                let file = try scratch.file(content, named: UUID().uuidString)
                try form.append(file: file, name: name, fileName: fileName, mediaType: "m/t")
            case 5:
                let length = generator.oneIn(2) ? Int64(content.count) : nil
                try form.append(
                    InputStream(data: content), length: length, name: name, fileName: fileName, mediaType: "m/t")
            default:
                let chunks = chunks(of: content)
                let stream = AsyncStream<Data> { continuation in
                    for chunk in chunks { continuation.yield(chunk) }
                    continuation.finish()
                }
                try await form.append(stream, name: name, fileName: fileName, mediaType: "m/t")
            }
            model.append([Model.disposition(name, fileName), "Content-Type: m/t"], content)
        }
    }

    @Test(arguments: 1...UInt64(Effort.times(40, quick: 12)))
    func bytesAreTheModels(seed: UInt64) async throws {
        var source = Source(generator: SeededGenerator(seed: seed), scratch: try ScratchFolder())
        let text = "B\(source.generator.int(0...9))" + String(repeating: "-", count: source.generator.int(0...50))
        var form = MultipartForm(boundary: try MultipartBoundary(text))
        var model = Model(boundary: text)
        for _ in 0..<source.generator.int(1...15) {
            try await source.append(to: &form, &model)
            // A copy that is changed separately and then discarded.
            if source.generator.oneIn(4) {
                var (copy, copyModel) = (form, model)
                try await source.append(to: &copy, &copyModel)
                #expect(try copy.body.data() == copyModel.bytes)
            }
        }
        let body = try form.body
        #expect(body.contentLength == Int64(model.bytes.count))
        #expect(try body.data() == model.bytes)
        let stream = try body.openStream()
        let sizes = (0..<9).map { _ in source.generator.int(1...(source.generator.oneIn(2) ? 50 : 70_000)) }
        let (read, last) = stream.readToEnd(sizes: sizes)
        #expect(read == model.bytes)
        #expect(last == 0)
        let out = source.scratch("out")
        try await body.write(to: out)
        #expect(try Data(contentsOf: out) == model.bytes)
    }
}
