import Testing

@testable import URLSerialization

@Suite struct SystemInformationTests {
    @Test(arguments: [
        ([:], []), (["LANG": "C"], []), (["LANG": "POSIX"], []), (["LANG": "C.UTF-8"], []), (["LANG": ""], []),
        (["LANG": "de_DE.UTF-8"], ["de-DE"]), (["LANG": "ca_ES.UTF-8@valencia"], ["ca-ES"]), (["LANG": "en"], ["en"]),
        (["LANGUAGE": "de_AT:de:en", "LANG": "fr_FR"], ["de-AT", "de", "en"]),
        (["LANGUAGE": "", "LANG": "fr_FR"], ["fr-FR"]), (["LANGUAGE": "C:POSIX:", "LANG": "fr_FR"], ["fr-FR"]),
        (["LANGUAGE": "C:pt_BR"], ["pt-BR"]), (["LANG": "x\r\nInjected: y"], []), (["LANG": "日本"], []),
    ])
    func languagesComeFromTheEnvironment(environment: [String: String], expected: [String]) {
        #expect(SystemInformation.languages(in: environment) == expected)
    }

    @Test(arguments: [
        ([], "en;q=1"), (["de-DE"], "de-DE;q=1"), (["de", "en"], "de;q=1, en;q=0.9"),
        (
            ["a", "b", "c", "d", "e", "f", "g", "h"],
            "a;q=1, b;q=0.9, c;q=0.8, d;q=0.7, e;q=0.6, f;q=0.5"
        ),
    ])
    func upToSixLanguagesHaveFallingWeights(languages: [String], expected: String) {
        #expect(SystemInformation.acceptLanguage(for: languages) == expected)
    }

    @Test(arguments: [
        ("App/1.0 (x)", "App/1.0 (x)"), ("Zoë/1", "Zoe/1"), ("Приложение", "Prilozenie"), ("日本", "ri ben"),
        ("a😀b", "ab"), ("a\r\nX: b\u{7F}\t", "aX: b"),
    ])
    func textIsTransliteratedToASCII(text: String, expected: String) {
        #expect(SystemInformation.asciiText(of: text) == expected)
    }

    @Test func userAgentNamesTheProgramAndTheSystem() {
        let userAgent = SystemInformation.userAgent
        let pattern = /[^\/]+\/[^ ]+ \(.+\)/
        #expect(userAgent.wholeMatch(of: pattern) != nil)
        #expect(
            userAgent.contains(SystemInformation.asciiText(of: ProcessInfo.processInfo.operatingSystemVersionString)))
    }

    @Test(arguments: [
        ("iPhone15,2", "iPhone"), ("iPad14,1", "iPad"), ("iPod9,1", "iPod touch"), ("AppleTV14,1", "Apple TV"),
        ("Watch6,18", "Apple Watch"), ("RealityDevice14,1", "Apple Vision Pro"), ("arm64", "iPad"), ("", "iPad"),
    ])
    func deviceModelIsWhatUIDeviceCallsIt(identifier: String, expected: String) {
        #expect(SystemInformation.deviceModel(for: identifier) == expected)
    }

    @Test func versionOmitsAZeroPatch() {
        let plain = OperatingSystemVersion(majorVersion: 17, minorVersion: 0, patchVersion: 0)
        let patched = OperatingSystemVersion(majorVersion: 17, minorVersion: 4, patchVersion: 1)
        #expect(SystemInformation.versionText(for: plain) == "17.0")
        #expect(SystemInformation.versionText(for: patched) == "17.4.1")
    }
}
