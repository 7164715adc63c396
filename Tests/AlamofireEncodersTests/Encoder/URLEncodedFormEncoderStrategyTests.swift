import AlamofireEncoders
import Testing

@Suite struct URLEncodedFormEncoderStrategyTests {
    private struct Failure: Error {}

    private static let date = Date(timeIntervalSinceReferenceDate: 123.456)

    private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSSS"
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        return formatter
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.ArrayEncoding.brackets, "k[]=1&k[]=2"), (.noBrackets, "k=1&k=2"),
        (.indexInBrackets, "k[0]=1&k[1]=2"), (.custom { "\($0).\($1 + 1)" }, "k.1=1&k.2=2"),
    ])
    func arrays(encoding: URLEncodedFormEncoder.ArrayEncoding, expected: String) throws {
        let query: String = try URLEncodedFormEncoder(arrayEncoding: encoding).encode(["k": [1, 2]])
        #expect(query.removingPercentEncoding == expected)
    }

    @Test(arguments: [(URLEncodedFormEncoder.BoolEncoding.numeric, "k=1"), (.literal, "k=true")])
    func booleans(encoding: URLEncodedFormEncoder.BoolEncoding, expected: String) throws {
        #expect(try URLEncodedFormEncoder(boolEncoding: encoding).encode(["k": true]) == expected)
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.DataEncoding.base64, "k=ZGF0YQ%3D%3D"),
        (.deferredToData, "k%5B%5D=100&k%5B%5D=116&k%5B%5D=97&k%5B%5D=97"),
        (.custom { "\($0.count)!" }, "k=4%21"),
    ])
    func data(encoding: URLEncodedFormEncoder.DataEncoding, expected: String) throws {
        let encoder = URLEncodedFormEncoder(alphabetizeKeyValuePairs: false, dataEncoding: encoding)
        let query: String = try encoder.encode(["k": Data("data".utf8)])
        // An array's elements may be in the order of their text.
        #expect(query.split(separator: "&").sorted() == expected.split(separator: "&").sorted())
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.DateEncoding.deferredToDate, "k=123.456"), (.secondsSince1970, "k=978307323.456"),
        (.millisecondsSince1970, "k=978307323456.0"), (.iso8601, "k=2001-01-01T00%3A02%3A03Z"),
        (.formatted(formatter), "k=2001-01-01%2000%3A02%3A03.4560"),
        (.custom { "\($0.timeIntervalSinceReferenceDate)" }, "k=123.456"),
    ])
    func dates(encoding: URLEncodedFormEncoder.DateEncoding, expected: String) throws {
        #expect(try URLEncodedFormEncoder(dateEncoding: encoding).encode(["k": Self.date]) == expected)
    }

    @Test func errorsOfClosuresAreThrownAsTheyAre() {
        #expect(throws: Failure.self) {
            try URLEncodedFormEncoder(dataEncoding: .custom { _ in throw Failure() }).encode(["k": Data()]) as String
        }
        #expect(throws: Failure.self) {
            try URLEncodedFormEncoder(dateEncoding: .custom { _ in throw Failure() }).encode(["k": Self.date]) as String
        }
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.KeyEncoding.useDefaultKeys, "oneTwoThree"), (.convertToSnakeCase, "one_two_three"),
        (.convertToKebabCase, "one-two-three"), (.capitalized, "OneTwoThree"), (.uppercased, "ONETWOTHREE"),
        (.lowercased, "onetwothree"), (.custom { _ in "A" }, "A"),
    ])
    func keys(encoding: URLEncodedFormEncoder.KeyEncoding, expected: String) throws {
        let query: String = try URLEncodedFormEncoder(keyEncoding: encoding).encode(["oneTwoThree": "oneTwoThree"])
        #expect(query == "\(expected)=oneTwoThree")
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.KeyPathEncoding.brackets, "a%5Bb%5D=b"), (.dots, "a.b=b"), (.init { "-\($0)" }, "a-b=b"),
    ])
    func keyPaths(encoding: URLEncodedFormEncoder.KeyPathEncoding, expected: String) throws {
        #expect(try URLEncodedFormEncoder(keyPathEncoding: encoding).encode(["a": ["b": "b"]]) == expected)
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.NilEncoding.dropKey, "", "one=one"), (.dropValue, "a=", "one=one&two="),
        (.null, "a=null", "one=one&two=null"), (.init { "no ne" }, "a=no%20ne", "one=one&two=no%20ne"),
    ])
    func nils(encoding: URLEncodedFormEncoder.NilEncoding, bare: String, model: String) throws {
        let encoder = URLEncodedFormEncoder(nilEncoding: encoding)
        #expect(try encoder.encode(["a": String?.none]) == bare)
        #expect(try encoder.encode(Sparse()) == model)
    }

    @Test(arguments: [
        (URLEncodedFormEncoder.SpaceEncoding.percentEscaped, "k%20k=a%20b%2B"), (.plusReplaced, "k+k=a+b%2B"),
    ])
    func spaces(encoding: URLEncodedFormEncoder.SpaceEncoding, expected: String) throws {
        #expect(try URLEncodedFormEncoder(spaceEncoding: encoding).encode(["k k": "a b+"]) == expected)
    }

    @Test func allowedCharactersAreNotPercentEncoded() throws {
        var allowed = CharacterSet.afURLQueryAllowed
        allowed.remove(charactersIn: "?/")
        #expect(try URLEncodedFormEncoder(allowedCharacters: allowed).encode(["k": "?/"]) == "k=%3F%2F")
        allowed.insert(charactersIn: "?[]é")
        #expect(try URLEncodedFormEncoder(allowedCharacters: allowed).encode(["k": ["é?"]]) == "k[]=%C3%A9?")
    }
}
