import Testing
import URLSerialization

@testable import SerializerVerification

/// The answers of a wrong library to right vectors.
@Suite struct FormComparisonTests {
    private func subjects(_ example: String, change: (FormAnswer) throws -> FormAnswer) throws -> [String] {
        let examples = try RecordedVectors.examples("forms")
        let line = try #require(examples.first { $0.vector["id"] == .string(example) }).line
        let vector = try Vector(VectorDocument(Data(line.utf8)))
        let answer = try change(FormAnswer(to: FormInput(vector.input), by: CoreSubject().form))
        return try FormComparison(vector: vector, rules: ComparisonRules(for: vector), answer: answer)
            .mismatches().map(\.subject)
    }

    private func error(_ code: RequestSerializationError.Code, part: String) -> RequestSerializationError {
        RequestSerializationError(code, part: part, reason: "")
    }

    @Test func answerOfTheLibraryPasses() throws {
        #expect(try subjects("a field") { $0 } == [])
        #expect(try subjects("a stream longer than declared") { $0 } == [])
    }

    @Test func secondReadingMustGiveTheSameBytes() throws {
        #expect(
            try subjects("a field") { answer in
                let bytes = try #require(answer.reading?.bytes)
                return answer.with(reading: answer.reading, second: .init(bytes: bytes.dropLast(), error: nil))
            } == ["body read again"])
        #expect(
            try subjects("a field") { answer in
                let bytes = try #require(answer.reading?.bytes)
                let again = FormAnswer.Reading(bytes: bytes, error: error(.sourceConsumed, part: "n"))
                return answer.with(reading: answer.reading, second: again)
            } == ["body read again"])
    }

    @Test func errorInsteadOfTheEndIsReported() throws {
        #expect(
            try subjects("a field") { answer in
                let bytes = try #require(answer.reading?.bytes)
                let reading = FormAnswer.Reading(bytes: bytes, error: error(.unreadableSource, part: "n"))
                return answer.with(reading: reading, second: nil)
            } == ["body"])
    }

    @Test func bodyThatContradictsItsLengthIsReported() throws {
        let found = try subjects("a field") { answer in
            let bytes = try #require(answer.reading?.bytes)
            return answer.with(reading: .init(bytes: bytes + [0], error: nil), second: nil)
        }
        #expect(found == ["real body length", "length of what is sent", "body"])
    }

    @Test func missingStreamIsReported() throws {
        #expect(try subjects("a field") { $0.with(reading: nil, second: nil) } == ["body"])
    }

    @Test func otherDefaultBoundaryIsReported() throws {
        let found = try subjects("a field") { answer in
            let other = try HTTPRequestSerializer().multipartRequest(
                method: .post, url: "http://e.com/u", boundary: MultipartBoundary("short")
            ) { try $0.append("v", name: "n") }
            let made = FormRequest(
                partErrors: answer.made.partErrors, request: answer.made.request, requestOfDefaultBoundary: other,
                boundary: answer.made.boundary)
            return FormAnswer(made: made, reading: answer.reading, secondReading: answer.secondReading)
        }
        #expect(found == ["header of the default boundary content-length", "boundary length"])
    }

    @Test func contradictionMustEndTheReadingWithItsError() throws {
        for (code, part, count, subjects) in [
            (.sourceTooLong, "s", 141, []), (.sourceTooShort, "s", 0, ["reading"]),
            (.sourceTooLong, "t", 0, ["reading"]), (.sourceTooLong, "s", 142, ["bytes given"]),
        ] as [(RequestSerializationError.Code, String, Int, [String])] {
            let found = try self.subjects("a stream longer than declared") { answer in
                let reading = FormAnswer.Reading(bytes: Data(count: count), error: error(code, part: part))
                return answer.with(reading: reading, second: nil)
            }
            #expect(found == subjects)
        }
        let found = try subjects("a stream longer than declared") { answer in
            answer.with(reading: .init(bytes: Data(count: 142), error: nil), second: nil)
        }
        #expect(found == ["reading", "bytes given"])
    }

    @Test func partMustBeRefusedWithTheRightError() throws {
        for (error, subjects) in [
            (error(.invalidPartName, part: "\0"), []), (error(.invalidHeader, part: "\0"), ["result of part 1"]),
            (nil, ["result of part 1"]),
        ] {
            let found = try self.subjects("NUL in the only name") { answer in
                let made = FormRequest(
                    partErrors: [error], request: answer.made.request,
                    requestOfDefaultBoundary: answer.made.requestOfDefaultBoundary, boundary: answer.made.boundary)
                return FormAnswer(made: made, reading: nil, secondReading: nil)
            }
            #expect(found == subjects)
        }
    }
}

extension FormAnswer {
    fileprivate func with(reading: Reading?, second: Reading?) -> FormAnswer {
        FormAnswer(made: made, reading: reading, secondReading: second)
    }
}
