import Foundation
import Testing
import URLSerialization

@testable import SerializerComparison
@testable import SerializerVerification

/// The answers of a invalid library to a right vector.
@Suite struct MultipartComparisonTests {
    private static let field = FormVector(
        name: "a field", parts: [FormVector.field("n", "v")], body: FormVector.fieldText("n", "v") + FormVector.end)

    private static let contradiction = FormVector(
        name: "a stream that is too long", parts: [FormVector.stream("s", "12345", length: 3)],
        members: #""differs":"length","# + FormVector.order,
        body: FormVector.fileText("s", "s", "a/b", "12345") + FormVector.end,
        expectation: #""contentLength":142,"#
            + #""headers":{"Content-Length":"142","Content-Type":"multipart/form-data; boundary=BOUNDARY"}"#)

    private func subjects(
        _ form: FormVector, change: (MultipartAnswer) throws -> MultipartAnswer
    ) throws -> [String] {
        let vector = try Vector(JSONValue.read(Data(form.line.utf8)))
        let answer = try change(MultipartReplay(vector.input).answer())
        let comparison = try MultipartComparison(vector: vector, rules: ComparisonRules(for: vector), answer: answer)
        return try comparison.mismatches().map(\.subject)
    }

    private func error(_ code: RequestSerializationError.Code, part: String) -> RequestSerializationError {
        RequestSerializationError(code, part: part, reason: "")
    }

    @Test func answerOfTheLibraryPasses() throws {
        #expect(try subjects(Self.field) { $0 } == [])
        #expect(try subjects(Self.contradiction) { $0 } == [])
    }

    @Test func secondReadingMustGiveTheSameBytes() throws {
        #expect(
            try subjects(Self.field) { answer in
                let bytes = try #require(answer.reading?.bytes)
                return answer.with(reading: answer.reading, second: .init(bytes: bytes.dropLast(), error: nil))
            } == ["body read again"])
        #expect(
            try subjects(Self.field) { answer in
                let bytes = try #require(answer.reading?.bytes)
                let again = MultipartAnswer.Reading(bytes: bytes, error: error(.sourceConsumed, part: "n"))
                return answer.with(reading: answer.reading, second: again)
            } == ["body read again"])
    }

    @Test func errorInsteadOfTheEndIsReported() throws {
        #expect(
            try subjects(Self.field) { answer in
                let bytes = try #require(answer.reading?.bytes)
                let reading = MultipartAnswer.Reading(bytes: bytes, error: error(.unreadableSource, part: "n"))
                return answer.with(reading: reading, second: nil)
            } == ["body"])
    }

    @Test func bodyThatContradictsItsLengthIsReported() throws {
        let found = try subjects(Self.field) { answer in
            let bytes = try #require(answer.reading?.bytes)
            return answer.with(reading: .init(bytes: bytes + [0], error: nil), second: nil)
        }
        #expect(found == ["real body length", "length of what is sent", "body"])
    }

    @Test func missingStreamIsReported() throws {
        #expect(try subjects(Self.field) { $0.with(reading: nil, second: nil) } == ["body"])
    }

    @Test func otherDefaultBoundaryIsReported() throws {
        let found = try subjects(Self.field) { answer in
            let other = try HTTPRequestSerializer().multipartRequest(
                method: .post, url: "http://e.com/u", boundary: MultipartBoundary("short")
            ) { try $0.append("v", name: "n") }
            return MultipartAnswer(
                partErrors: answer.partErrors, request: answer.request, requestOfDefaultBoundary: other,
                reading: answer.reading, secondReading: answer.secondReading)
        }
        #expect(found == ["header of the default boundary content-length", "boundary length"])
    }

    @Test func contradictionMustEndTheReadingWithItsError() throws {
        for (code, part, count, subjects) in [
            (.sourceTooLong, "s", 141, []), (.sourceTooShort, "s", 0, ["reading"]),
            (.sourceTooLong, "t", 0, ["reading"]), (.sourceTooLong, "s", 142, ["bytes given"]),
        ] as [(RequestSerializationError.Code, String, Int, [String])] {
            let found = try self.subjects(Self.contradiction) { answer in
                let reading = MultipartAnswer.Reading(bytes: Data(count: count), error: error(code, part: part))
                return answer.with(reading: reading, second: nil)
            }
            #expect(found == subjects)
        }
        let found = try subjects(Self.contradiction) { answer in
            answer.with(reading: .init(bytes: Data(count: 142), error: nil), second: nil)
        }
        #expect(found == ["reading", "bytes given"])
    }

    @Test func partMustBeRefusedWithTheRightError() throws {
        let form = FormVector(
            name: "NUL", parts: [FormVector.field("\0", "v")], members: #""differs":"names""#,
            body: FormVector.fieldText("\0", "v") + FormVector.end)
        for (error, subjects) in [
            (error(.invalidPartName, part: "\0"), []), (error(.invalidHeader, part: "\0"), ["result of part 1"]),
            (nil, ["result of part 1"]),
        ] {
            let found = try self.subjects(form) { answer in
                MultipartAnswer(
                    partErrors: [error], request: answer.request,
                    requestOfDefaultBoundary: answer.requestOfDefaultBoundary, reading: nil, secondReading: nil)
            }
            #expect(found == subjects)
        }
    }
}

extension MultipartAnswer {
    fileprivate func with(reading: Reading?, second: Reading?) -> MultipartAnswer {
        MultipartAnswer(
            partErrors: partErrors, request: request, requestOfDefaultBoundary: requestOfDefaultBoundary,
            reading: reading, secondReading: second)
    }
}
