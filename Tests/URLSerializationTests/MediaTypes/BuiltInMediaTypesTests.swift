import Testing

@testable import URLSerialization

@Suite struct BuiltInMediaTypesTests {
    @Test func everyWordOfTheTableIsUnderstood() {
        let written = MediaTypeTable.builtInText.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let read = MediaTypeTable.lines(in: MediaTypeTable.builtInText.utf8)
        #expect(written.count == read.count)
        for (text, line) in zip(written, read) {
            #expect(text.split(separator: " ").map(String.init) == [line.mediaType] + line.fileExtensions)
            #expect(MediaType.isWellFormed(line.mediaType.utf8))
            #expect(!line.fileExtensions.isEmpty, "\(line.mediaType)")
        }
    }

    @Test func noTypeAndNoExtensionIsListedTwice() {
        let lines = MediaTypeTable.lines(in: MediaTypeTable.builtInText.utf8)
        let types = Dictionary(grouping: lines.map { $0.mediaType.lowercased() }) { $0 }
        #expect(types.filter { $0.value.count > 1 }.isEmpty)
        let extensions = Dictionary(grouping: lines.flatMap(\.fileExtensions)) { $0 }
        #expect(extensions.filter { $0.value.count > 1 }.isEmpty)
        #expect((300...450).contains(extensions.count))
    }

    /// For example, `chemical` and `x-conference` are in wide use but not registered top-level types.
    @Test func everyTypeIsOfARegisteredTopLevelType() {
        let topLevel: Set = ["application", "audio", "font", "image", "message", "model", "text", "video"]
        for line in MediaTypeTable.lines(in: MediaTypeTable.builtInText.utf8) {
            #expect(topLevel.contains(line.mediaType.prefix { $0 != "/" }.description), "\(line.mediaType)")
        }
    }

    /// Compares with the list of Debian's `media-types`, which is IANA's with additions. Another system's list, which
    /// has other mistakes, is not compared. A newer Debian may have types that belong below.
    @Test(.enabled("This is not Debian.") { Debian.hasMediaTypes })
    func tableAgreesWithDebianButForKnownExtensions() throws {
        let debian = MediaTypeTable(try #require(MediaTypeTable.lines(inFile: Debian.path)))
        var compared = 0
        for fileExtension in MediaTypeTable.builtIn.types.keys {
            guard let theirs = debian.types[fileExtension], let ours = MediaTypeTable.builtIn.types[fileExtension]
            else { continue }
            compared += 1
            let agrees = ours.lowercased() == theirs.lowercased()
            #expect(agrees || Debian.disagreements.keys.contains(fileExtension), "\(fileExtension): \(ours), \(theirs)")
        }
        #expect(compared > 250)
    }
}

private enum Debian {
    static let path = "/etc/mime.types"

    static var hasMediaTypes: Bool {
        (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"media-types\" package") ?? false
    }

    /// Extensions whose types differ, with the reason.
    static let disagreements: [String: String] = [
        "aif": apple, "aifc": apple, "aiff": apple, "asf": apple, "avi": apple, "cer": apple, "dll": apple,
        "exe": apple, "m4a": apple, "m4v": apple, "mid": apple, "p12": apple, "pfx": apple, "pl": apple, "pm": apple,
        "py": apple, "ra": apple, "ram": apple, "rb": apple, "rm": apple, "rtf": apple, "wav": apple,
        "ass": otherFile, "dot": otherFile, "key": otherFile, "mts": otherFile, "pot": otherFile, "pub": otherFile,
        "rs": otherFile, "srt": otherFile, "ts": otherFile,
        "3mf": "model/3mf is registered", "rss": "the type in use has no x-", "hif": "cameras write HEIF",
        "exr": "image/aces is for files of one profile", "mdb": "no type is registered; this one is in wider use",
        "tgz": "as gz: the extension names a gzip file",
    ]

    private static let apple = "Apple's systems send another"
    private static let otherFile = "files of another kind are uploaded more often"
}
