import Testing

@testable import SerializerVerification

@Suite struct VectorAnswersTests {
    private func mismatch(_ actual: String) throws -> Mismatch {
        try #require(Mismatch.ofTexts("query", expected: "a=1", actual: actual))
    }

    @Test func modulesThatAnswerAlikeShareAMismatch() throws {
        var answers = VectorAnswers()
        answers.add(.failed([try mismatch("a=2")]), of: "One")
        answers.add(.failed([try mismatch("a=2"), try mismatch("a=3")]), of: "Two")
        #expect(answers.mismatches.map(\.actual) == ["a=2", "a=3"])
        #expect(answers.mismatches.map(\.answeredBy) == [["One", "Two"], ["Two"]])
        #expect(answers.mismatches.map { $0.lines[0] } == ["  query (One, Two)", "  query (Two)"])
    }

    @Test func aFailureOfEitherModuleFailsTheVector() throws {
        for isFirst in [true, false] {
            var answers = VectorAnswers()
            answers.add(isFirst ? .failed([try mismatch("")]) : .passed, of: "One")
            answers.add(isFirst ? .passed : .failed([try mismatch("")]), of: "Two")
            #expect(answers.mismatches.map(\.answeredBy) == [[isFirst ? "One" : "Two"]])
        }
    }

    @Test func aVectorPassesThroughTheModulesThatCouldBeAsked() {
        var answers = VectorAnswers()
        answers.add(.skipped("no such type"), of: "One")
        #expect(answers.passedThrough == nil)
        #expect(answers.skipReason == "no such type")
        answers.add(.passed, of: "Two")
        #expect(answers.passedThrough == "Two alone: no such type")
    }
}
