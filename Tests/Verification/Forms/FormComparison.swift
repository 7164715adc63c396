import URLSerialization

/// The comparison of a request with a multipart form, and of the reading of its stream, with a vector.
struct FormComparison {
    private let vector: Vector
    private let rules: ComparisonRules
    private let answer: FormAnswer
    private let input: [FormPart]
    private let recorded: RecordedForm
    private let sent: FormBody?

    /// - Throws: ``VectorError`` if the vector is malformed.
    init(vector: Vector, rules: ComparisonRules, answer: FormAnswer) throws {
        (self.vector, self.rules, self.answer) = (vector, rules, answer)
        input = try FormPart.parts(of: vector.input)
        recorded = try RecordedForm(vector, rules)
        sent = answer.reading.flatMap { FormBody($0.bytes, boundary: answer.made.boundary) }
    }

    /// Returns the differences of the answer.
    func mismatches() throws -> [Mismatch] {
        try RequestComparison(vector: vector, rules: rules).lineMismatches(of: answer.made.request)
            + partMismatches() + headerMismatches() + bodyMismatches()
    }

    /// Compares the results of appending the parts.
    private func partMismatches() -> [Mismatch] {
        zip(recorded.results, answer.made.partErrors).enumerated().flatMap { index, results in
            let (result, error) = results
            let (expected, actual): (String, String?)
            if let result {
                expected = result.text
                actual = error.map { RecordedForm.Refusal($0, recordsReason: result.hasReason != nil).text }
            } else if let refusal = recorded.refusals[index] {
                expected = "error \(refusal)"
                actual = error.map { error in
                    RequestSerializationError.refusal(in: error).map { "error \($0.code)" } ?? ErrorText.text(of: error)
                }
            } else {
                (expected, actual) = ("appended", error.map { ErrorText.text(of: $0) })
            }
            return Mismatch.ofTexts("result of part \(index + 1)", expected: expected, actual: actual ?? "appended")
        }
    }

    // MARK: - Headers

    private func headerMismatches() throws -> [Mismatch] {
        var headers = try RequestComparison.fields(vector.expectation.textsByName("headers"))
        if vector.expectation["contentLength"] != nil, recorded.body == nil {
            // All parts are deliberately refused.
            let method = try vector.input.text("method").uppercased()
            let hasBody = !HTTPRequestSerializer().configuration.methodsEncodingParametersInURI.contains(method)
            headers["content-type"] = hasBody ? "application/x-www-form-urlencoded" : nil
            headers["content-length"] = nil
        } else if let length = headers["content-length"].flatMap({ Int($0) }) {
            headers["content-length"] = String(length &+ lengthChange(from: recorded.declaredLengthChange))
        }
        let made = sentHeaders(of: answer.made.request, boundary: answer.made.boundary)
        let madeByDefault = sentHeaders(of: answer.made.requestOfDefaultBoundary, boundary: defaultBoundary)
        return RequestComparison.headerMismatches(expected: headers, actual: made)
            + RequestComparison.headerMismatches(
                "header of the default boundary", expected: made, actual: madeByDefault)
    }

    /// The boundary that the module chooses; empty for none.
    private var defaultBoundary: String {
        answer.made.requestOfDefaultBoundary.multipartBody?.boundary.description ?? ""
    }

    private func sentHeaders(of request: URLRequest, boundary: String) -> [String: String] {
        var headers = RequestComparison.fields(of: request)
        let type = "multipart/form-data; boundary="
        if headers["content-type"] == type + boundary { headers["content-type"] = type + RecordedForm.boundary }
        // Fields of a single space make URLSession on Linux send the stream after its Content-Length, and at once. They
        // are not sent themselves.
        return headers.filter { !["transfer-encoding", "expect"].contains($0.key) || $0.value != " " }
    }

    /// Returns the number of bytes by which the body must be longer than the recorded one. If Foundation chose its
    /// parts or its media types, it is the actual number, because those are compared separately.
    private func lengthChange(from change: Int) -> Int {
        guard rules.contains(.setOfEqualNumbers) || rules.contains(.mediaType), let body = recorded.body, let sent
        else {
            return change
        }
        return sent.length(ofBoundary: FormInput.boundary) - body.length(ofBoundary: FormInput.boundary) + change
    }

    // MARK: - Body

    private func bodyMismatches() throws -> [Mismatch] {
        guard let body = recorded.body else { return try noPartMismatches() }
        guard let reading = answer.reading else {
            return Mismatch.ofTexts("body", expected: "a stream", actual: "none")
        }
        let lengths = try lengthMismatches(reading)
        if rules.difference == .length, let part = input.first(where: { $0.contradiction != nil }) {
            return lengths + failureMismatches(of: reading, in: part)
        }
        if let error = reading.error {
            let actual = "\(ErrorText.text(of: error)) after \(reading.bytes.count) bytes"
            return Mismatch.ofTexts("body", expected: "\(answer.contentLength) bytes", actual: actual)
        }
        return try lengths + contentMismatches(body, reading) + secondMismatches(reading)
    }

    /// Compares the request of a form without parts, which is that of a form without parameters.
    private func noPartMismatches() throws -> [Mismatch] {
        let isRecorded = vector.expectation["contentLength"] == nil && vector.expectation["body"] != nil
        let body = isRecorded ? try vector.expectation.optionalData("body") : nil
        return Mismatch.ofTexts(
            "body stream", expected: "none", actual: answer.reading.map { "\($0.bytes.count) bytes" } ?? "none")
            + Mismatch.ofBytes("body", expected: body ?? Data(), actual: answer.made.request.httpBody ?? Data())
    }

    private func lengthMismatches(_ reading: FormAnswer.Reading) throws -> [Mismatch] {
        let declared = answer.made.request.value(forHTTPHeaderField: "Content-Length") ?? "absent"
        let change = lengthChange(from: recorded.declaredLengthChange)
        let mismatches =
            try Mismatch.ofTexts(
                "content length", expected: "\(vector.expectation.integer("contentLength") &+ change)",
                actual: declared)
            + Mismatch.ofTexts(
                "boundary length", expected: "\(vector.expectation.integer("boundaryLength"))",
                actual: "\(defaultBoundary.utf8.count)")
        if rules.difference == .length { return mismatches }
        let length = try vector.expectation.integer("realBodyLength") &+ lengthChange(from: recorded.lengthChange)
        return mismatches
            + Mismatch.ofTexts("real body length", expected: "\(length)", actual: "\(reading.bytes.count)")
            + Mismatch.ofTexts("length of what is sent", expected: declared, actual: "\(reading.bytes.count)")
    }

    /// Compares the reading of a stream that contradicts its length: it ends before the declared number of bytes was
    /// read.
    private func failureMismatches(of reading: FormAnswer.Reading, in part: FormPart) -> [Mismatch] {
        let expected = "error \(part.contradiction?.description ?? "") in part '\(part.name)'"
        let actual = reading.error.map { error in
            RequestSerializationError.refusal(in: error).map { "error \($0.code) in part '\($0.part ?? "")'" }
                ?? ErrorText.text(of: error)
        }
        let isShort = reading.bytes.count < answer.contentLength
        let limit = "fewer than \(answer.contentLength)"
        return Mismatch.ofTexts("reading", expected: expected, actual: actual ?? "no error")
            + Mismatch.ofTexts("bytes given", expected: limit, actual: isShort ? limit : "\(reading.bytes.count)")
    }

    private func secondMismatches(_ reading: FormAnswer.Reading) -> [Mismatch] {
        guard let second = answer.secondReading else { return [] }
        let bytes = Mismatch.ofBytes("body read again", expected: reading.bytes, actual: second.bytes)
        guard bytes.isEmpty, let error = second.error else { return bytes }
        return Mismatch.ofTexts("body read again", expected: "no error", actual: ErrorText.text(of: error))
    }

    private func contentMismatches(_ body: FormBody, _ reading: FormAnswer.Reading) throws -> [Mismatch] {
        let lacksParts = recorded.refusals.contains { $0 != nil }
        let isOpen =
            rules.contains(.partHeaderOrder) || rules.isAnyOrderRight || rules.contains(.mediaType) || lacksParts
        let bytes = reading.bytes.replacing(
            Data(answer.made.boundary.utf8), by: Data(RecordedForm.boundary.utf8))
        let derived = zip(input, answer.made.partErrors).filter { $0.1 == nil }.map(\.0.hasDerivedMediaType)
        guard isOpen, let sent else {
            let mismatches = Mismatch.ofBytes("body", expected: body.bytes, actual: bytes)
            guard mismatches.isEmpty, let sent else { return mismatches }
            return try recordedPartMismatches(sent, derived)
        }
        let mismatches = FormBody.mismatches(expected: body.parts, actual: sent.parts, rules, derived)
        guard mismatches.isEmpty, !lacksParts else { return mismatches }
        return try recordedPartMismatches(sent, derived)
    }

    /// Compares the parts with those that the recorder separated. It separated a raw name as it does headers, so they
    /// are not usable then.
    private func recordedPartMismatches(_ sent: FormBody, _ derived: [Bool]) throws -> [Mismatch] {
        if rules.difference == .names { return [] }
        let parts = try vector.expectation.objects("parts").map { part in
            let lines = try part.textsByName("headers").map { Data("\($0.name): \($0.value)".utf8) }
            return FormBody.Part(lines: lines, body: try part.data("body"))
        }
        return FormBody.mismatches(
            expected: parts.map(\.withPlainSpaces), actual: sent.parts.map(\.withPlainSpaces), rules, derived)
    }
}
