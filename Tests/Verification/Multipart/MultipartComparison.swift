import URLSerialization

/// The comparison of a multipart request and the reading of its stream with a vector.
struct MultipartComparison {
    private let vector: Vector
    private let rules: ComparisonRules
    private let answer: MultipartAnswer
    private let difference: DeliberateDifference?
    private let input: [MultipartInputPart]
    private let expected: MultipartExpectation

    /// - Throws: ``VectorError`` if the vector is malformed.
    init(vector: Vector, rules: ComparisonRules, answer: MultipartAnswer) throws {
        self.vector = vector
        self.rules = rules
        self.answer = answer
        difference = try DeliberateDifference(of: vector)
        input = try MultipartInputPart.parts(of: vector.input)
        expected = try MultipartExpectation(vector)
    }

    /// Returns the differences of the answer.
    func mismatches() throws -> [Mismatch] {
        try RequestLineComparison(vector: vector, rules: rules).mismatches(of: answer.request)
            + partResultMismatches + headerMismatches() + bodyMismatches()
    }

    // MARK: - Results of appending

    private var partResultMismatches: [Mismatch] {
        zip(expected.results, answer.partErrors).enumerated().compactMap { index, results in
            let subject = "result of part \(index + 1)"
            let (result, error) = results
            if result.isAppended, let refusal = expected.refusals[index] {
                return MultipartPartResult.mismatch(subject, with: error, refusal: refusal)
            }
            return result.mismatch(subject, with: error)
        }
    }

    // MARK: - Headers

    private func headerMismatches() throws -> [Mismatch] {
        var headers = try HeaderComparison.fields(vector.expectation.textsByName("headers"))
        if vector.expectation["contentLength"] != nil, expected.body == nil {
            // All parts are deliberately refused.
            let method = try vector.input.text("method").uppercased()
            let hasBody = !HTTPRequestSerializer().configuration.methodsEncodingParametersInURI.contains(method)
            headers["content-type"] = hasBody ? "application/x-www-form-urlencoded" : nil
            headers["content-length"] = nil
        } else if let recorded = headers["content-length"].flatMap({ Int($0) }) {
            headers["content-length"] = String(recorded &+ lengthChange(from: expected.declaredLengthChange))
        }
        let sent = sentHeaders(of: answer.request, boundary: answer.boundary)
        let chosen = answer.requestOfDefaultBoundary.multipartBody?.boundary.description
        let sentByDefault = sentHeaders(of: answer.requestOfDefaultBoundary, boundary: chosen ?? "")
        return HeaderComparison.mismatches(expected: headers, actual: sent)
            + HeaderComparison.mismatches("header of the default boundary", expected: sent, actual: sentByDefault)
    }

    private func sentHeaders(of request: URLRequest, boundary: String) -> [String: String] {
        var headers = HeaderComparison.fields((request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
        let type = "multipart/form-data; boundary="
        if headers["content-type"] == type + boundary { headers["content-type"] = type + MultipartExpectation.boundary }
        // Fields of a single space make URLSession on Linux send the stream after its Content-Length, and at once. They
        // are not sent themselves.
        let unsentHeaders = ["transfer-encoding", "expect"]
        return headers.filter { !unsentHeaders.contains($0.key) || $0.value != " " }
    }

    /// Returns the number of bytes by which the body must be longer than the recorded one. If Foundation chose its
    /// parts or its media types, it is the actual number, because those are compared separately.
    private func lengthChange(from change: Int) -> Int {
        guard rules.mergesEqualPairs || rules.ignoresMediaType, let expected = expected.body,
            let sent = sentBody, let parts = sentParts
        else { return change }
        return MultipartExpectation.sentLength(of: sent, partCount: parts.count)
            - MultipartExpectation.sentLength(of: expected, partCount: self.expected.parts.count)
            + change
    }

    // MARK: - Body

    private func bodyMismatches() throws -> [Mismatch] {
        guard expected.body != nil else { return try formMismatches() }
        guard let reading = answer.reading else {
            return [Mismatch.ofTexts("body", expected: "a stream", actual: "none")].compactMap { $0 }
        }
        let lengths = try lengthMismatches()
        if difference == .length, let part = input.first(where: { $0.contradiction != nil }) {
            return lengths + failureMismatches(of: reading, in: part)
        }
        if let error = reading.error {
            let actual = "\(ErrorText.text(of: error)) after \(reading.bytes.count) bytes"
            return [Mismatch.ofTexts("body", expected: "\(answer.contentLength) bytes", actual: actual)].compactMap {
                $0
            }
        }
        let repeated = answer.secondReading.flatMap { second in
            let bytes = Mismatch.ofBytes("body read again", expected: reading.bytes, actual: second.bytes)
            return bytes
                ?? second.error.flatMap {
                    Mismatch.ofTexts("body read again", expected: "no error", actual: ErrorText.text(of: $0))
                }
        }
        return try lengths + contentMismatches() + [repeated].compactMap { $0 }
    }

    /// Compares the request of a form without parts, which is that of a form without parameters.
    private func formMismatches() throws -> [Mismatch] {
        let recorded = try vector.expectation["body"] == nil ? nil : vector.expectation.data("body")
        let body = vector.expectation["contentLength"] == nil ? recorded ?? Data() : Data()
        let stream = Mismatch.ofTexts(
            "body stream", expected: "none", actual: answer.reading.map { "\($0.bytes.count) bytes" } ?? "none")
        return [
            stream, Mismatch.ofBytes("body", expected: body, actual: answer.request.httpBody ?? Data()),
        ].compactMap { $0 }
    }

    private func lengthMismatches() throws -> [Mismatch] {
        let declared = answer.request.value(forHTTPHeaderField: "Content-Length") ?? "absent"
        let expectedLength =
            try vector.expectation.integer("contentLength") &+ lengthChange(from: expected.declaredLengthChange)
        let boundary = answer.requestOfDefaultBoundary.multipartBody?.boundary.description
        var mismatches = [
            Mismatch.ofTexts("content length", expected: "\(expectedLength)", actual: declared),
            Mismatch.ofTexts(
                "boundary length", expected: "\(try vector.expectation.integer("boundaryLength"))",
                actual: "\(boundary?.utf8.count ?? 0)"),
        ]
        if difference != .length, let reading = answer.reading {
            let length =
                try vector.expectation.integer("realBodyLength") &+ lengthChange(from: expected.lengthChange)
            mismatches += [
                Mismatch.ofTexts("real body length", expected: "\(length)", actual: "\(reading.bytes.count)"),
                Mismatch.ofTexts("length of what is sent", expected: declared, actual: "\(reading.bytes.count)"),
            ]
        }
        return mismatches.compactMap { $0 }
    }

    /// Compares the reading of a stream that contradicts its length: it ends before the declared number of bytes was
    /// read.
    private func failureMismatches(of reading: MultipartAnswer.Reading, in part: MultipartInputPart) -> [Mismatch] {
        let expected = "error \(part.contradiction?.description ?? "") in part '\(part.name)'"
        let actual =
            reading.error.map { error in
                RequestSerializationError.refusal(in: error).map { "error \($0.code) in part '\($0.part ?? "")'" }
                    ?? ErrorText.text(of: error)
            } ?? "no error"
        let isShort = reading.bytes.count < answer.contentLength
        let limit = "fewer than \(answer.contentLength)"
        return [
            Mismatch.ofTexts("reading", expected: expected, actual: actual),
            Mismatch.ofTexts("bytes given", expected: limit, actual: isShort ? limit : "\(reading.bytes.count)"),
        ].compactMap { $0 }
    }

    // MARK: - Parts

    /// The body that was read, with the vector's placeholder for its boundary.
    private var sentBody: Data? {
        answer.reading.map { reading in
            reading.bytes.replacing(
                Data(answer.boundary.utf8), by: Data(MultipartExpectation.boundary.utf8))
        }
    }

    /// The parts of the body that was read.
    private var sentParts: [MultipartPart]? {
        answer.reading.flatMap { MultipartBodyParser.parts(of: $0.bytes, boundary: answer.boundary) }
    }

    private func contentMismatches() throws -> [Mismatch] {
        guard let expectedBody = expected.body, let sentBody else { return [] }
        let lacksParts = expected.refusals.contains { $0 != nil }
        let isOpen = rules.isPartHeaderOrderOpen || rules.isAnyOrderRight || rules.ignoresMediaType || lacksParts
        let bytes = isOpen ? nil : Mismatch.ofBytes("body", expected: expectedBody, actual: sentBody)
        guard let sentParts else {
            return [bytes ?? Mismatch.ofBytes("body", expected: expectedBody, actual: sentBody)].compactMap { $0 }
        }
        let derived = zip(input, answer.partErrors).filter { $0.1 == nil }.map(\.0.hasDerivedMediaType)
        let list = MultipartPartList(rules: rules, derivedMediaTypes: derived)
        let inBody =
            isOpen ? list.mismatches(expected: expected.parts, actual: sentParts) : [bytes].compactMap { $0 }
        // The recorder separated a raw name as it does headers, so its parts are not usable then.
        guard inBody.isEmpty, difference != .names, !lacksParts else { return inBody }
        return list.mismatches(
            expected: try recordedParts().map(\.withPlainSpaces), actual: sentParts.map(\.withPlainSpaces))
    }

    private func recordedParts() throws -> [MultipartPart] {
        try vector.expectation.objects("parts").map { part in
            let lines = try part.textsByName("headers").map { Data("\($0.name): \($0.value)".utf8) }
            guard let body = try part.data("body") else { throw VectorError("'body' of a part is null") }
            return MultipartPart(lines: lines, body: body)
        }
    }
}
