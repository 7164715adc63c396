import Foundation
import Testing

/// A Markdown file of the repository.
struct Document: CustomTestStringConvertible, Sendable {
    /// A fenced block.
    struct Block: Sendable {
        /// The word after the fence, empty for output.
        var language: String
        /// The number of the block's first line, from 1.
        var line: Int
        var lines: [String]
    }

    static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL

    /// The path below the root.
    let path: String
    let text: String
    /// The fenced blocks in their order.
    let blocks: [Block]

    var testDescription: String { path }
    var isArticle: Bool { path.contains(".docc/") }
    var url: URL { Self.root.appendingPathComponent(path) }

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        var blocks: [Block] = []
        var isOpen = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                if !isOpen { blocks.append(Block(language: String(line.dropFirst(3)), line: index + 2, lines: [])) }
                isOpen.toggle()
            } else if isOpen {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        self.blocks = blocks
    }

    /// The README, the catalogues' pages, and what stands in `.github`.
    static let all: [Document] = {
        let pages = [".github", "Sources", "Compat"].flatMap { folder in
            let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            return (names?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
        }
        let paths = ["README.md"] + pages.filter { $0.hasSuffix(".md") }
        return paths.sorted().map { path in
            do {
                return try Document(path)
            } catch {
                preconditionFailure("\(path) cannot be read: \(error)")
            }
        }
    }()
}
