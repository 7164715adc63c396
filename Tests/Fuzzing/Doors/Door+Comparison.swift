import Foundation
@testable import SerializerComparison
import URLSerialization

extension Door {
    static let comparison = [
        Door(name: "payload", check: payload),
        Door(name: "view", check: view),
    ]

    /// A payload of the tool, and its reports.
    @Sendable private static func payload(_ input: [UInt8]) throws {
        var program = Program(input)
        let reader = PayloadReader(isTyped: program.below(4) == 0)
        let data = Data(program.remainder())
        guard let payload = try allowing(PayloadError.self, { try reader.read(data, name: "input") }) else { return }
        let comparison = Comparison(of: payload)
        try checkText(comparison.description)
        let page = HTMLRenderer.text(for: Report(comparison, for: .page))
        try checkText(page)
        try claim("a script of the payload's", !page.contains("<script>x"))
        let json = Data(JSONRenderer.text(for: Report(comparison, for: .data)).utf8)
        try claim("no JSON", (try? JSONSerialization.jsonObject(with: json)) != nil)
    }

    /// A query as all servers read it, side by side.
    @Sendable private static func view(_ input: [UInt8]) throws {
        let query = String(decoding: input, as: UTF8.self)
        for server in QueryServer.all {
            for part in [QueryServer.Part.query, .form] { _ = ServerReading(of: query, in: part, by: server) }
        }
    }

    /// Checks that a text does nothing to a terminal.
    private static func checkText(_ text: String) throws {
        let control = text.unicodeScalars.first {
            $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl
        }
        try claim("the control character \(control.map { String($0.value, radix: 16) } ?? "")", control == nil)
    }
}
