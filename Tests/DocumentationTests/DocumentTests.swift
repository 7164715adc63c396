import Foundation
import Testing

/// The README and the catalogues' pages, as documents.
@Suite struct DocumentTests {
    @Test func readmeHasAtMostTenKilobytes() throws {
        let readme = try Document("README.md")
        #expect(readme.text.utf8.count <= 10_240)
    }

    @Test func pagesOfEveryCatalogueAreFound() {
        let catalogues = Set(Document.all.filter(\.isArticle).map { $0.url.deletingLastPathComponent().path })
        #expect(catalogues.count == 9)
    }

    /// A wider sample scrolls on a page in a desktop's window.
    @Test(arguments: Document.all) func samplesAreAtMost68ColumnsWide(document: Document) {
        for block in document.blocks where document.isArticle {
            for (index, line) in block.lines.enumerated() where line.count > 68 {
                Issue.record("\(document.path):\(block.line + index): \(line.count) columns")
            }
        }
    }

    /// Each Swift sample stands, line for line, in a test file whose imports it needs.
    @Test(arguments: Document.all) func samplesStandInTests(document: Document) {
        for block in document.blocks where block.language == "swift" && !block.lines[0].hasPrefix(".package(") {
            let imports = block.lines.prefix { $0.hasPrefix("import ") }
            let sample = Array(block.lines.dropFirst(imports.count).drop { $0.isEmpty })
            let isCompiled = Self.sources.contains { source in
                imports.allSatisfy { source.contains($0) } && Self.contains(source, sample)
            }
            #expect(isCompiled, "\(document.path):\(block.line) is compiled by no test")
        }
    }

    /// Every relative link leads to a file of the repository, and to a heading of it if it names one.
    @Test(arguments: Document.all) func relativeLinksLeadSomewhere(document: Document) throws {
        for link in document.text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) {
            guard !link.contains(":") else { continue }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target =
                parts[0].isEmpty
                ? document.url : document.url.deletingLastPathComponent().appendingPathComponent(parts[0])
            #expect(FileManager.default.fileExists(atPath: target.path), "\(document.path) links to \(link)")
            guard parts.count == 2 else { continue }
            let headings = try String(contentsOf: target, encoding: .utf8).components(separatedBy: "\n")
                .filter { $0.hasPrefix("#") }.map { Self.anchor(of: $0) }
            #expect(headings.contains(parts[1]), "\(document.path) links to \(link)")
        }
    }

    /// Pages link by file, as the repository's web view needs it; `.ci/site` makes DocC's links of these. The lists
    /// below "Topics" have DocC's own. Every image has an alternative text.
    @Test(arguments: Document.all) func linksAndImagesWorkInTheWebView(document: Document) {
        let prose = document.text.components(separatedBy: "\n## Topics\n")[0]
        #expect(!prose.contains("<doc:") && !prose.contains("](doc:"), "\(document.path) has links of DocC")
        #expect(!document.text.contains("![]"), "\(document.path) has an image without an alternative text")
    }

    /// Every source file with a part for Apple's systems stands on the page of what has not run there.
    @Test func partsForApplesSystemsAreListed() throws {
        let page = try Document("Sources/URLSerialization/URLSerialization.docc/ApplesSystems.md").text
        let listed = Set(page.matches(of: /`(?:[A-Za-z]+\/)?([A-Za-z+]+\.swift)`/).map { String($0.1) })
        let frameworks = "Darwin|UIKit|AppKit|WatchKit|Network|Security|UniformTypeIdentifiers|ObjectiveC"
        let condition = try Regex("#(else)?if .*(canImport\\((\(frameworks))\\)|os\\((iOS|macOS|tvOS|watchOS)\\))")
        // Aliases for names that Linux lacks.
        var found: Set<String> = ["Exports.swift"]
        var all: Set<String> = []
        for folder in ["Sources", "Compat"] {
            let url = Document.root.appendingPathComponent(folder)
            let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
            for name in names where name.hasSuffix(".swift") {
                let file = url.appendingPathComponent(name)
                all.insert(file.lastPathComponent)
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.contains(condition) { found.insert(file.lastPathComponent) }
            }
        }
        #expect(found.subtracting(listed).sorted() == ["Exports.swift"])
        #expect(listed.subtracting(all).isEmpty)
        #expect(listed.count > 20)
    }

    /// The lines of the files that compile samples: this target's, and those of the examples.
    private static let sources: [[String]] = ["Tests/DocumentationTests", "Compat/Examples"].flatMap { folder in
        let url = Document.root.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.compactMap { name in
            try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8).components(separatedBy: "\n")
        }
    }

    /// Whether a file has these lines in a row, all indented alike.
    private static func contains(_ source: [String], _ sample: [String]) -> Bool {
        guard let first = sample.first else { return false }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), start + sample.count <= source.count else { return false }
            let indent = source[start].dropLast(first.count)
            guard indent.allSatisfy({ $0 == " " }) else { return false }
            return zip(source[start...], sample).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
        }
    }

    /// The anchor of a heading on a forge's page.
    private static func anchor(of heading: String) -> String {
        let text = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.map { $0 == " " ? "-" : $0 })
    }
}
