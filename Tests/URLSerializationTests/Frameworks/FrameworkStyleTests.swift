import TestSupport
import Testing
import URLSerialization

/// The styles named for a framework: the framework's parser reads accepted parameters back, and others are refused.
@Suite(.tags(.computing, .random, .slow), .takingTurns) struct FrameworkStyleTests {
    @Test(arguments: QueryDialect.allCases, [UInt64(1), 2])
    func whatIsAcceptedIsReadBack(dialect: QueryDialect, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let serializer = QueryStringSerializer(style: dialect.style)
        var accepted = 0
        for _ in 0..<Effort.times(500, quick: 75) {
            let parameters = RandomParameters.wild(using: &generator)
            guard let query = try? serializer.string(from: parameters) else { continue }
            accepted += 1
            let reading = try QueryParser(style: dialect).parse(query)
            guard reading != dialect.reading(of: parameters) else { continue }
            Issue.record("\(query) is read as \(reading) in place of \(dialect.reading(of: parameters))")
            return
        }
        #expect(accepted > Effort.times(75, quick: 10))
    }

    @Test(arguments: QueryDialect.allCases)
    func ordinaryParametersAreAccepted(dialect: QueryDialect) throws {
        var generator = SeededGenerator(seed: 3)
        // Some are longer than a query may be.
        var serializer = QueryStringSerializer(style: dialect.style)
        serializer.part = .form
        for _ in 0..<Effort.times(75, quick: 30) {
            let parameters = RandomParameters.ordinary(for: dialect, using: &generator)
            let form = try serializer.string(from: parameters)
            #expect(try QueryParser(style: dialect, in: .form).parse(form) == dialect.reading(of: parameters))
        }
    }

    @Test(arguments: QueryDialect.allCases)
    func modelsAndNativeDictionariesAreWrittenAlike(dialect: QueryDialect) throws {
        var generator = SeededGenerator(seed: 5)
        let serializer = QueryStringSerializer(style: dialect.style)
        for _ in 0..<Effort.times(125, quick: 25) {
            let parameters = RandomParameters.wild(using: &generator)
            let query = Result { try serializer.string(from: parameters) }
            var others = [Result { try serializer.string(encoding: parameters) }]
            // Keys that are canonically equal are one to a Swift dictionary.
            if !parameters.hasEquivalentKeys {
                others.append(Result { try serializer.string(from: parameters.native) })
            }
            for other in others {
                switch (query, other) {
                case (.success(let left), .success(let right)): #expect(left == right)
                case (.failure(let left), .failure(let right)):
                    // Which of several errors is found first depends on the order of the keys.
                    #expect(left is RequestSerializationError && right is RequestSerializationError)
                case (.failure, .success), (.success, .failure): Issue.record("\(query) but \(other) for \(parameters)")
                }
            }
        }
    }

    // MARK: - Spelling

    private static let sample: ParameterValue = [
        "tags": ["a", "b"], "rows": [["x": 1], ["x": 2]], "user": ["on": true, "ratio": 0.1],
    ]

    @Test(arguments: [
        (QueryDialect.php, "rows[0][x]=1&rows[1][x]=2&tags[]=a&tags[]=b&user[on]=1&user[ratio]=0.1"),
        (.rack, "rows[][x]=1&rows[][x]=2&tags[]=a&tags[]=b&user[on]=true&user[ratio]=0.1"),
        (.qs, "rows[0][x]=1&rows[1][x]=2&tags[0]=a&tags[1]=b&user[on]=true&user[ratio]=0.1"),
    ])
    func collectionsAreSpelledAsTheFrameworkReadsThem(dialect: QueryDialect, query: String) throws {
        #expect(try string(Self.sample, dialect).removingPercentEncoding == query)
    }

    @Test func aFlatQueryRepeatsItsKeys() throws {
        let parameters: ParameterValue = ["a": ["1", "2"], "b": [3], "c": 4, "d[]": "", "": "e"]
        let query = try string(parameters, .flat)
        #expect(query.removingPercentEncoding == "=e&a=1&a=2&b=3&c=4&d[]=")
        #expect(
            try QueryParser(style: .flat).parse(query) == [
                "": ["e"], "a": ["1", "2"], "b": ["3"], "c": ["4"], "d[]": [""],
            ])
    }

    @Test func datesAndBytesHaveAText() throws {
        let parameters: ParameterValue = [
            "at": .date(Date(timeIntervalSince1970: 0)), "of": .data(Data([0xFF, 0xFE])),
        ]
        for dialect in QueryDialect.allCases {
            #expect(try string(parameters, dialect).removingPercentEncoding == "at=1970-01-01T00:00:00Z&of=//4=")
        }
    }

    // MARK: - Refusals

    @Test(arguments: RefusedByFramework.all)
    func whatTheFrameworkCannotReadIsRefused(refused: RefusedByFramework) {
        let (parameters, style) = (refused.parameters, refused.dialect.style)
        let errors = [
            refusal(of: parameters, style), refusal(of: parameters.native, style),
            refusal { try QueryStringSerializer(style: style).string(encoding: parameters) },
        ]
        for error in errors {
            #expect(error?.code == refused.code)
            #expect(error?.keyPath == refused.keyPath)
        }
    }

    @Test(arguments: RefusedByFramework.counterparts)
    func whatOnlyLooksMisreadIsReadBack(dialect: QueryDialect, parameters: ParameterValue) throws {
        #expect(try QueryParser(style: dialect).parse(string(parameters, dialect)) == parameters)
    }

    @Test func orderDecidesWhatRackMerges() throws {
        let parameters: ParameterValue = ["rows": [["id": "1", "at": ["x"]], ["id": "2", "at": ["y"]]]]
        #expect(refusal(of: parameters, .rack)?.keyPath == "rows[1]")
        var style = QueryStyle.rack
        style.order = .asGiven
        let query = try QueryStringSerializer(style: style).string(from: parameters)
        #expect(try QueryParser(style: .rack).parse(query) == parameters)
    }

    @Test func messagesNameTheFrameworkAndWhatToDo() throws {
        let php = try #require(refusal(of: ["b.c": 1] as ParameterValue, .php))
        #expect(
            php.description == "Parameter 'b.c': The key \"b.c\" contains a space or a dot, which PHP replaces by _. "
                + "Rename it, or put it into a dictionary.")
        for refused in RefusedByFramework.all where refused.code != .emptyCollection && refused.code != .nullRefused {
            let reason = try #require(refusal(of: refused.parameters, refused.dialect.style)).reason
            #expect(reason.contains(Self.name(of: refused.dialect)))
        }
    }

    private static func name(of dialect: QueryDialect) -> String {
        switch dialect {
        case .php: "PHP"
        case .rack: "Rack"
        case .rails: "Rails"
        case .qs: "qs"
        case .flat: "flat"
        case .go: "Go"
        case .querystring: "querystring"
        case .laravel, .express4, .spring, .aspNetCore, .phoenix: ""
        }
    }

    // MARK: - Helpers

    private func string(_ parameters: ParameterValue, _ dialect: QueryDialect) throws -> String {
        try QueryStringSerializer(style: dialect.style).string(from: parameters)
    }
}
