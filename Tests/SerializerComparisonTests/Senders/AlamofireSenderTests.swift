import SerializerComparison
import Testing
import URLSerialization

@Suite struct AlamofireSenderTests {
    private func strategies(_ choose: (inout EncoderChoices) -> Void) -> EncoderChoices {
        var strategies = EncoderChoices()
        choose(&strategies)
        return strategies
    }

    private func typed(_ json: String) throws -> Payload {
        try PayloadReader(isTyped: true).read(Data(json.utf8), name: "typed.json")
    }

    private func comparison(_ payload: Payload, _ senders: Sender...) throws -> Comparison {
        Comparison(of: payload, method: "POST", url: try "https://x.example/".asURL(), senders: senders)
    }

    private func bodies(_ payload: Payload, _ strategies: EncoderChoices = EncoderChoices()) throws -> [String?] {
        let senders: [Sender] = [
            Sender.urlEncoding(strategies), Sender.urlForm(strategies), Sender.jsonEncoding,
            Sender.jsonParameters(strategies), Sender.jsonEncoder(strategies),
        ]
        let url = try "https://x.example/".asURL()
        return Comparison(of: payload, method: "POST", url: url, senders: senders).reports.map { report in
            report.request?.body.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Foundation's readers make `NSNumber`s, and a Boolean among them stays one.
    @Test func aPayloadSitsInAnyAsFoundationReadsIt() throws {
        let payload = try PayloadReader().read(
            Data(#"{"b":true,"d":1.0,"i":18446744073709551615,"n":null,"o":99.99}"#.utf8), name: "f.json")
        let bodies = try bodies(payload)
        #expect(bodies[0] == "b=1&d=1&i=18446744073709551615&n=%3Cnull%3E&o=99.99")
        #expect(bodies[1] == "b=1&d=1.0&i=18446744073709551615&o=99.99")
        #expect(bodies[2] == #"{"b":true,"d":1,"i":18446744073709551615,"n":null,"o":99.99}"#)
        #expect(bodies[3] == bodies[2])
    }

    @Test func typedJSONKeepsSwiftsOwnTypes() throws {
        let payload = try typed(
            #"{"d":{"$dict":[[5,1]]},"e":{"$intdict":{"7":"x"}},"o":{"$optional":"y"},"s":{"$set":["z"]}}"#)
        let comparison = try comparison(payload, Sender.urlEncoding(), Sender.urlForm())
        #expect(
            comparison.reports[0].pairs.map { "\($0.key)=\($0.value ?? "")" } == [
                "d=[AnyHashable(5): 1]", #"e=[7: "x"]"#, #"o=Optional("y")"#, #"s=[AnyHashable("z")]"#,
            ])
        #expect(
            comparison.reports[0].differences.map(\.reasons) == [
                [.collectionDescribed], [.collectionDescribed], [.optionalDescribed], [.collectionDescribed],
            ])
        #expect(comparison.reports[0].outcomes.map(\.form) == [.described, .described, .text, .described])
        #expect(comparison.reports[0].outcomes.allSatisfy { $0.state == .changed })
        #expect(comparison.reports[1].pairs.map(\.spelling) == ["d%5B5%5D=1", "e%5B%5D=x", "o=y", "s%5B%5D=z"])
        #expect(comparison.reports[1].differences.map(\.reasons) == [[.integerKeyLost], [.setAsArray]])
        #expect(comparison.reports[1].outcomes.map(\.state) == [.kept, .changed, .kept, .kept])
    }

    @Test func datesAndBytesFollowTheirStrategies() throws {
        let payload = try typed(#"{"d":{"$date":978307201},"x":{"$data":"AQI="}}"#)
        #expect(try bodies(payload)[1] == "d=1.0&x=AQI%3D")
        #expect(try bodies(payload)[3] == #"{"d":1,"x":"AQI="}"#)
        let chosen = try bodies(
            payload,
            strategies {
                $0["date"] = "seconds"; $0["data"] = "deferred"
            })
        #expect(chosen[0] == "d=2001-01-01%2000%3A00%3A01%20%2B0000&x=2%20bytes")
        #expect(chosen[1] == "d=978307201.0&x%5B%5D=1&x%5B%5D=2")
        #expect(chosen[2] == nil)
        #expect(chosen[3] == #"{"d":978307201,"x":[1,2]}"#)
        #expect(chosen[4] == chosen[3])
        #expect(try bodies(payload, strategies { $0["date"] = "milliseconds" })[4] == #"{"d":978307201000,"x":"AQI="}"#)
        #expect(try bodies(payload, strategies { $0["date"] = "iso8601" })[4]?.contains("2001-01-01T00:00:01Z") == true)
    }

    @Test func theNotesSayHowASenderWasMade() {
        #expect(Sender.urlEncoding().notes[0] == "Used as URLEncoding(), given a [String: Any].")
        let chosen = strategies {
            $0["destination"] = "query"; $0["array"] = "no-brackets"; $0["key"] = "snake"; $0["alphabetize"] = "no"
        }
        #expect(
            Sender.urlEncoding(chosen).notes[0]
                == "Used as URLEncoding(destination: .queryString, arrayEncoding: .noBrackets), given a [String: Any].")
        #expect(
            Sender.urlForm(chosen).notes == [
                "Used as URLEncodedFormParameterEncoder(encoder: URLEncodedFormEncoder("
                    + "alphabetizeKeyValuePairs: false, arrayEncoding: .noBrackets, keyEncoding: .convertToSnakeCase), "
                    + "destination: .queryString), "
                    + "given a model with the payload's keys."
            ])
        let dates = strategies {
            $0["date"] = "iso8601"; $0["data"] = "deferred"
        }
        #expect(Sender.jsonEncoder(dates).notes.contains("Used with the dateEncodingStrategy .iso8601."))
        #expect(Sender.jsonParameters(dates).notes.contains("Used with the dataEncodingStrategy .deferredToData."))
    }

    @Test func whatTheEncodersRefuseIsTheirResult() throws {
        let array = try bodies(Payload(name: "a", format: .json, parameters: [1] as ParameterValue))
        #expect(array == [nil, nil, "[1]", "[1]", "[1]"])
        let set = try comparison(try typed(#"{"s":{"$set":["z"]}}"#), Sender.jsonEncoding).reports[0]
        guard case .failure(let refusal) = set.result else {
            Issue.record("JSONEncoding took a set")
            return
        }
        #expect(refusal.message.contains("JSONSerialization has no form for"))
        #expect(refusal.domain == nil)
        let root = try compare([1] as ParameterValue, with: [Sender.urlForm()]).reports[0]
        guard case .failure(let refusal) = root.result else {
            Issue.record("URLEncodedFormParameterEncoder took an array")
            return
        }
        #expect(refusal.message.contains("URLEncodedFormEncoder"))
    }

    @Test(arguments: [
        ("method", "POST", false), ("method", "GET", true), ("query", "POST", true), ("body", "GET", false),
    ])
    func theDestinationDecidesWhereAQueryGoes(_ name: String, _ method: String, isInURL: Bool) throws {
        let strategies = strategies { $0["destination"] = name }
        for sender in [Sender.urlEncoding(strategies), Sender.urlForm(strategies)] as [Sender] {
            let report = try compare(
                ["a": 1] as ParameterValue, method: method, url: "https://x.example/p?z#f", with: [sender]
            )
            .reports[0]
            #expect((report.request?.body == nil) == isInURL)
            #expect(report.request?.url == (isInURL ? "https://x.example/p?z&a=1#f" : "https://x.example/p?z#f"))
            #expect(report.pairs.map(\.spelling) == ["a=1"])
            #expect(report.differences == [])
        }
    }

    /// Elements that are sorted by their texts, including rows, are matched with their places again.
    @Test func sortedPairsFindTheirElements() throws {
        let payload: ParameterValue = [
            "rows": [["n": "c", "v": 1], ["n": "a", "v": 2], ["n": "b"]], "tags": ["z", nil, "y", "x"],
        ]
        let sorted = try compare(payload, with: [Sender.urlForm()]).reports[0]
        #expect(
            zip(sorted.places, sorted.pairs).map { "\($0 ?? "?")=\($1.value ?? "")" } == [
                "rows[1][n]=a", "rows[1][v]=2", "rows[2][n]=b", "rows[0][n]=c", "rows[0][v]=1", "tags[3]=x",
                "tags[2]=y", "tags[0]=z",
            ])
        let strategies = strategies {
            $0["key"] = "uppercased"; $0["key-path"] = "dots"; $0["array"] = "index"
        }
        let indexed = try compare(payload, with: [Sender.urlForm(strategies)]).reports[0]
        #expect(
            zip(indexed.pairs, indexed.places).map { "\($0.key)=\($1 ?? "?")" } == [
                "ROWS[0].N=rows[0][n]", "ROWS[0].V=rows[0][v]", "ROWS[1].N=rows[1][n]", "ROWS[1].V=rows[1][v]",
                "ROWS[2].N=rows[2][n]", "TAGS[0]=tags[0]", "TAGS[1]=tags[2]", "TAGS[2]=tags[3]",
            ])
    }

    /// Sorted, `rows[10]` comes before `rows[2]`, and their texts are the same.
    @Test func equalTextsAreToldApartByTheirIndices() throws {
        let rows = (0..<12).map { ParameterValue.dictionary(["n": "x", "v": .int($0)]) }
        let strategies = strategies { $0["array"] = "index" }
        let report = try compare(
            ["rows": .array(rows)] as ParameterValue, with: [Sender.urlForm(strategies)]
        ).reports[0]
        #expect(report.places == report.pairs.map(\.key))
        #expect(report.losses.isEmpty && report.outcomes.allSatisfy { $0.state == .kept })
    }

    @Test func aByteIsANumberInAnArray() throws {
        let strategies = strategies {
            $0["data"] = "deferred"; $0["alphabetize"] = "no"
        }
        let report = try compare(
            ["a": .data(Data([7]))] as ParameterValue, with: [Sender.urlForm(strategies)]
        ).reports[0]
        #expect(report.differences.map(\.reasons) == [[.dataAsNumbers]])
        #expect(report.differences().map(\.sent) == ["a%5B%5D=7"])
    }
}
