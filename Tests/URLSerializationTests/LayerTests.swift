import Foundation
import TestSupport
import Testing

/// The folders of each module in the order in which they may use each other, checked against the sources.
@Suite(.tags(.computing, .slow), .takingTurns) struct LayerTests {
    /// A module and its folders, each of which uses only those before it. A module's own files, in no folder, are `.`.
    struct Module: Sendable, CustomTestStringConvertible {
        let path: String
        let folders: [String]

        init(_ path: String, _ folders: String) {
            self.path = path
            self.folders = folders.split(separator: " ").map(String.init)
        }

        var testDescription: String { path }
    }

    private static let modules = [
        Module(
            "Sources/URLSerialization",
            """
            Support HTTP Escaping Styles Parameters Frameworks Query JSON Reading Requests Bodies MediaTypes Multipart \
            Responses
            """),
        Module("Sources/URLSerializationImages", "."),
        Module("Sources/URLSerializationSession", "Rules Received Requests Session Tasks"),
        Module("Sources/URLSerializationTransport", "Support Messages Engines"),
        Module("Sources/URLSerializationXML", "Checks Responses"),
        Module(
            "Compat/AFNetworking",
            "Support Archiving Requests Responses Security Reachability Tasks Managers Unavailable"),
        Module("Compat/Alamofire", "Responses Requests Interceptors Concurrency Unavailable"),
        Module("Compat/AlamofireEncoders", "Errors Headers Encoder Encoding Multipart"),
        Module(
            "Compat/Comparison", "Reading Payload Options Senders Comparison Servers Match Report Traffic"),
        Module(
            "Tests/Verification",
            "Vectors Inputs Rules Subjects Comparisons Forms ."),
        Module("Compat/Benchmarks", "Support Payloads Peers Measurement ."),
    ]

    @Test(arguments: modules)
    func aFolderHasSeveralFilesAndUsesOnlyThoseBeforeIt(module: Module) throws {
        let files = try Self.files(of: module)
        #expect(Set(files.map(\.folder)) == Set(module.folders), "The folders of \(module.path) are others.")
        for (folder, files) in Dictionary(grouping: files, by: \.folder) where folder != "." {
            #expect(files.count > 1, "\(module.path)/\(folder) has one file.")
        }
        #expect(Self.uses(in: files, against: module.folders) == [])
    }

    // MARK: - The reader of sources

    @Test(arguments: [
        ("public struct A { class B {} }", SourceNames(declared: ["A"], local: ["B"])),
        ("private enum A {}\nenum B {}", SourceNames(declared: ["B"], local: ["A"])),
        ("#if os(Linux)\n    typealias A = B.C\n#endif", SourceNames(declared: ["A"], used: ["B", "Linux"])),
        ("extension A { func f(_ b: [B]) -> C<D>? }", SourceNames(used: ["A", "B", "C", "D"])),
        ("// A\n/* B /* C */ D */ let e = E()", SourceNames(used: ["E"])),
        (##"let a = "A \(B("C \(D.e)")) F" + #"G " \(H) \#(I)"# + J"##, SourceNames(used: ["B", "D", "I", "J"])),
        ("let a = \"\"\"\n    A \"B\" \\(C)\n    \"\"\"\nD()", SourceNames(used: ["C", "D"])),
        ("protocol A { associatedtype B; func c(_ b: B) }", SourceNames(declared: ["A"], local: ["B"])),
    ])
    func namesAreThoseOfTheCode(source: String, names: SourceNames) {
        #expect(SourceNames(source) == names)
    }

    @Test func aUseAgainstTheOrderIsFound() {
        let files = [
            File(folder: "Low", name: "A.swift", names: SourceNames("struct A { var b: B? }")),
            File(folder: "High", name: "B.swift", names: SourceNames("struct B { var a: [A] }")),
        ]
        #expect(Self.uses(in: files, against: ["Low", "High"]) == ["Low/A.swift uses B of High"])
        #expect(Self.uses(in: files, against: ["High", "Low"]) == ["High/B.swift uses A of Low"])
    }

    // MARK: - Sources

    private struct File {
        let folder: String
        let name: String
        let names: SourceNames
    }

    /// The module's files except for those of exports, which name exported types.
    private static func files(of module: Module) throws -> [File] {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        root.append(path: module.path)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
        return try paths.sorted().filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Exports.swift") }.map { path in
            let parts = path.split(separator: "/")
            return File(
                folder: parts.count > 1 ? String(parts[0]) : ".", name: String(parts[parts.count - 1]),
                names: SourceNames(try String(contentsOf: root.appending(path: path), encoding: .utf8)))
        }
    }

    /// Returns every use of a type by a folder that comes before the type's own.
    private static func uses(in files: [File], against folders: [String]) -> [String] {
        var homes: [String: Int] = [:]
        for file in files {
            let place = folders.firstIndex(of: file.folder) ?? 0
            for name in file.names.declared { homes[name] = min(homes[name] ?? place, place) }
        }
        return files.flatMap { file -> [String] in
            let place = folders.firstIndex(of: file.folder) ?? 0
            return file.names.used.sorted().compactMap { name -> String? in
                guard let home = homes[name], home > place else { return nil }
                return "\(file.folder)/\(file.name) uses \(name) of \(folders[home])"
            }
        }
    }
}
