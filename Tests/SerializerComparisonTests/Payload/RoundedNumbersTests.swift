import SerializerComparison
import Testing
import URLSerialization

@Suite struct RoundedNumbersTests {
    private static let fiftyDigits = "12345678901234567890123456789012345678901234567890"

    private func roundings(_ text: String, isTyped: Bool = false) throws -> [String] {
        try PayloadReader(isTyped: isTyped).read(Data(text.utf8), name: "payload").roundings
    }

    @Test(arguments: [
        (#"{"n": \#(fiftyDigits)}"#, "n is \(fiftyDigits) and was read as 1.2345678901234567e+49"),
        (
            #"{"x": [{"n": 0.12345678901234567890}]}"#,
            "x[0][n] is 0.12345678901234567890 and was read as 0.12345678901234568"
        ),
        ("9007199254740993.0", "(top level) is 9007199254740993.0 and was read as 9007199254740992.0"),
        ("[1e-400]", "[0] is 1e-400 and was read as 0.0"),
        (
            "<plist><dict><key>n</key><real>0.12345678901234567890</real></dict></plist>",
            "n is 0.12345678901234567890 and was read as 0.12345678901234568"
        ),
    ])
    func roundedNumbersAreNamedWithBothTexts(_ text: String, loss: String) throws {
        #expect(try roundings(text) == [loss])
    }

    @Test(arguments: [
        "1.50", "1500e-3", "0.0", "-0.0", "100", "1E2", "-2.5e-7", "18446744073709551615", "0.10000000000000001",
        "123456789012345678901234567890", "\"0.12345678901234567890\"",
    ])
    func whatIsKeptIsNotNamed(_ text: String) throws {
        #expect(try roundings("{\"n\": \(text)}") == [])
    }

    @Test(arguments: [
        (#"{"n": 0.12345678901234567890}"#, "n is 0.12345678901234567890 and was read as 0.12345678901234568"),
        (#"{"n": {"$float": 0.123456789012}}"#, "n is 0.123456789012 and was read as 0.12345679"),
        (#"{"n": {"$set": [9007199254740993.0]}}"#, "n[0] is 9007199254740993.0 and was read as 9007199254740992.0"),
        (#"{"$dict": [[7, 9007199254740993e0]]}"#, "7 is 9007199254740993e0 and was read as 9007199254740992.0"),
        (
            #"{"n": {"$decimal": "1\#(fiftyDigits)"}}"#,
            "n is 1\(fiftyDigits) and was read as 112345678901234567890123456789012345678000000000000"
        ),
    ])
    func roundedNumbersOfTypedJSONAreNamed(_ text: String, loss: String) throws {
        #expect(try roundings(text, isTyped: true) == [loss])
    }

    @Test(arguments: [
        #"{"$decimal": "0.12345678901234567890"}"#, #"{"$decimal": "NaN"}"#, #"{"$float": 0.1}"#,
        #"{"$double": 3}"#, #"{"$double": "NaN"}"#, #"{"$date": 1.5}"#, "18446744073709551615",
    ])
    func whatTypedJSONKeepsIsNotNamed(_ text: String) throws {
        #expect(try roundings("{\"n\": \(text)}", isTyped: true) == [])
    }

    @Test func roundedNumbersStandAmongWhatIsLost() throws {
        let payload = try PayloadReader().read(Data("{\"n\": 0.12345678901234567890}".utf8), name: "n.json")
        let comparison = Comparison(of: payload, method: "POST", url: try "https://x.example".asURL())
        let text = TextRenderer(style: TextStyle(width: 160)).text(for: Report(comparison))
        let sentence = "n is 0.12345678901234567890 and was read as 0.12345678901234568"
        #expect(
            text.contains(
                "reads back as another (reading the file, http): \(sentence), n → pass it as a text"
            ))
        let document = try ReportDocument(comparison)
        #expect(document.facts["losses"] as? [String] == payload.roundings)
    }
}
