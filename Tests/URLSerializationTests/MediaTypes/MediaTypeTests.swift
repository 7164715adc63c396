import Testing

@testable import URLSerialization

@Suite struct MediaTypeTests {
    /// The types that AFNetworking was recorded to send.
    @Test(arguments: [
        ("txt", "text/plain"), ("html", "text/html"), ("mp4", "video/mp4"), ("png", "image/png"),
        ("cer", "application/x-x509-ca-cert"), ("unknownext", "application/octet-stream"),
        ("weird", "application/octet-stream"), ("", "application/octet-stream"),
    ])
    func typeIsTheOneAFNetworkingSends(fileExtension: String, expected: String) {
        #expect(MediaType.forFileExtension(fileExtension) == expected)
    }

    @Test(arguments: [
        ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("gif", "image/gif"), ("heic", "image/heic"),
        ("tif", "image/tiff"), ("svg", "image/svg+xml"), ("webp", "image/webp"), ("ico", "image/vnd.microsoft.icon"),
        ("mov", "video/quicktime"), ("m4v", "video/x-m4v"), ("ts", "video/mp2t"), ("mkv", "video/x-matroska"),
        ("webm", "video/webm"), ("3gp", "video/3gpp"), ("avi", "video/avi"),
        ("mp3", "audio/mpeg"), ("m4a", "audio/x-m4a"), ("wav", "audio/vnd.wave"), ("aiff", "audio/aiff"),
        ("caf", "audio/x-caf"), ("flac", "audio/flac"), ("ogg", "audio/ogg"),
        ("csv", "text/csv"), ("js", "text/javascript"), ("css", "text/css"), ("md", "text/markdown"),
        ("rtf", "text/rtf"), ("ics", "text/calendar"), ("vcf", "text/vcard"), ("eml", "message/rfc822"),
        ("swift", "text/x-swift"), ("vtt", "text/vtt"), ("srt", "application/x-subrip"),
        ("json", "application/json"), ("xml", "application/xml"), ("yaml", "application/yaml"),
        ("plist", "application/x-plist"), ("sqlite", "application/vnd.sqlite3"), ("geojson", "application/geo+json"),
        ("pdf", "application/pdf"), ("epub", "application/epub+zip"), ("doc", "application/msword"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("ppt", "application/vnd.ms-powerpoint"), ("odt", "application/vnd.oasis.opendocument.text"),
        ("key", "application/vnd.apple.keynote"), ("pages", "application/vnd.apple.pages"),
        ("zip", "application/zip"), ("gz", "application/gzip"), ("7z", "application/x-7z-compressed"),
        ("bin", "application/octet-stream"), ("apk", "application/vnd.android.package-archive"),
        ("p12", "application/x-pkcs12"), ("pem", "application/pem-certificate-chain"),
        ("pkpass", "application/vnd.apple.pkpass"), ("ttf", "font/ttf"), ("woff2", "font/woff2"),
        ("usdz", "model/vnd.usdz+zip"), ("glb", "model/gltf-binary"), ("stl", "model/stl"),
        ("kml", "application/vnd.google-earth.kml+xml"), ("gpx", "application/gpx+xml"),
    ])
    func typeIsTheWellKnownOne(fileExtension: String, expected: String) {
        #expect(MediaType.forFileExtension(fileExtension) == expected)
    }

    @Test(arguments: ["png", "PNG", "Png", "pNg"])
    func caseOfLettersDoesNotMatter(fileExtension: String) {
        #expect(MediaType.forFileExtension(fileExtension) == "image/png")
    }

    /// `\u{212A}` is the Kelvin sign, whose lower case is k, and `ｐｎｇ` is in full-width letters.
    @Test(arguments: [
        ".png", "png ", " png", "p ng", "x.png", "/png", "png/", "png\0", "\0", "png\r\nX: y", "\r\n", "日",
        "m\u{212A}v", "ｐｎｇ", "pn\u{67}\u{301}", "😀",
    ])
    func anythingElseIsUnknown(fileExtension: String) {
        #expect(MediaType.forFileExtension(fileExtension) == MediaType.octetStream)
    }

    @Test(arguments: ["a", "日"])
    func longExtensionIsUnknown(character: String) {
        let fileExtension = String(repeating: character, count: 1_000_000)
        #expect(MediaType.forFileExtension(fileExtension) == MediaType.octetStream)
    }

    @Test(.enabled("Uniform types come first.") { MediaType.preferredBySystem(forFileExtension: "png") == nil })
    func systemAnswersForWhatTheTableLacks() {
        for fileExtension in MediaTypeTable.ofSystem.types.keys {
            let expected = MediaTypeTable.builtIn.types[fileExtension] ?? MediaTypeTable.ofSystem.types[fileExtension]
            #expect(MediaType.forFileExtension(fileExtension) == expected, "\(fileExtension)")
        }
    }

    @Test(arguments: [
        "a/b", "image/svg+xml", "application/vnd.ms-excel.sheet.macroEnabled.12", "1/2", "x/a!#$&-^_.+",
        String(repeating: "t", count: 127) + "/" + String(repeating: "s", count: 127),
    ])
    func typeAndSubtypeAreWellFormed(text: String) {
        #expect(MediaType.isWellFormed(text.utf8))
    }

    @Test(arguments: [
        "", "/", "text", "text/", "/plain", "a/b/c", "a//b", "text/plain;", "text/plain; charset=utf-8", "text /plain",
        "text/ plain", " text/plain", "text/plain\n", "text/plain\r\nX: y", "text\0/plain", "text/plain\0", "*/*",
        "text/*", "-a/b", "a/.b", "text/pläin", "type=text/plain", "text/\"plain\"", "text/a,b", "text/(a)", "a\\b/c",
        String(repeating: "t", count: 128) + "/s", "t/" + String(repeating: "s", count: 128),
    ])
    func anythingElseIsNotWellFormed(text: String) {
        #expect(!MediaType.isWellFormed(text.utf8))
    }
}
