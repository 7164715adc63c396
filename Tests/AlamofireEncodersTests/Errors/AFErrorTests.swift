import AlamofireEncoders
import Testing

@Suite struct AFErrorTests {
    private struct Failure: Error {}

    private static let url = URL(fileURLWithPath: "/a")

    private static let multipart: [(AFError.MultipartEncodingFailureReason, hasURL: Bool, hasCause: Bool)] = [
        (.bodyPartURLInvalid(url: url), true, false), (.bodyPartFilenameInvalid(in: url), true, false),
        (.bodyPartFileNotReachable(at: url), true, false),
        (.bodyPartFileNotReachableWithError(atURL: url, error: Failure()), true, true),
        (.bodyPartFileIsDirectory(at: url), true, false), (.bodyPartFileSizeNotAvailable(at: url), true, false),
        (.bodyPartFileSizeQueryFailedWithError(forURL: url, error: Failure()), true, true),
        (.bodyPartInputStreamCreationFailed(for: url), true, false),
        (.outputStreamCreationFailed(for: url), true, false), (.outputStreamFileAlreadyExists(at: url), true, false),
        (.outputStreamURLInvalid(url: url), true, false), (.outputStreamWriteFailed(error: Failure()), false, true),
        (.inputStreamReadFailed(error: Failure()), false, true),
    ]

    @Test func multipartReasonsTellWhatTheyHold() {
        for (reason, hasURL, hasCause) in Self.multipart {
            let error = AFError.multipartEncodingFailed(reason: reason)
            #expect(error.url == (hasURL ? Self.url : nil))
            #expect((error.underlyingError is Failure) == hasCause)
            #expect(error.isMultipartEncodingError)
            #expect(!error.isParameterEncodingError && !error.isParameterEncoderError && !error.isInvalidURLError)
            #expect(error.localizedDescription.contains(hasURL ? "file:///a" : "Failure()"))
        }
    }

    @Test func encodingReasonsTellWhatTheyHold() {
        for (reason, hasCause) in [
            (.missingURL, false), (.jsonEncodingFailed(error: Failure()), true),
            (.propertyListEncodingFailed(error: Failure()), true), (.customEncodingFailed(error: Failure()), true),
        ] as [(AFError.ParameterEncodingFailureReason, Bool)] {
            let error = AFError.parameterEncodingFailed(reason: reason)
            #expect((error.underlyingError is Failure) == hasCause)
            #expect(error.isParameterEncodingError && !error.isParameterEncoderError && !error.isMultipartEncodingError)
            #expect(error.url == nil && error.urlConvertible == nil)
            #expect(error.localizedDescription.contains("Failure()") == hasCause)
        }
    }

    @Test func encoderReasonsTellWhatTheyHold() {
        for (reason, text) in [
            (.missingRequiredComponent(.url), "URL"), (.missingRequiredComponent(.httpMethod(rawValue: "nil")), "nil"),
            (.encoderFailed(error: Failure()), "Failure()"),
        ] as [(AFError.ParameterEncoderFailureReason, String)] {
            let error = AFError.parameterEncoderFailed(reason: reason)
            #expect((error.underlyingError is Failure) == (text == "Failure()"))
            #expect(error.isParameterEncoderError && !error.isParameterEncodingError && !error.isMultipartEncodingError)
            #expect(error.localizedDescription.contains(text))
        }
    }

    @Test func descriptionSaysWhereAndWhatToDo() throws {
        let error = #expect(throws: AFError.self) {
            try JSONParameterEncoder.default.encode(Chain(rest: nil), into: URLRequest("POST"))
        }
        let text = try #require(error?.errorDescription)
        #expect(text.contains("'next[next]"))
        #expect(text.contains("Flatten it."))
    }

    @Test func descriptionNamesTheJSONSerializer() throws {
        let error = #expect(throws: AFError.self) {
            try JSONEncoding.default.encode(URLRequest("POST"), with: ["a": Double.nan])
        }
        #expect(error?.errorDescription?.contains("JSONRequestSerializer") == true)
        #expect(error?.underlyingError?.localizedDescription.contains("finite numbers") == true)
    }

    /// Programs compare these sentences, or remove the beginning of one.
    @Test func sentencesThatProgramsCompareAreAlamofires() {
        let cause = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "Too late."])
        for (error, sentence, reason) in [
            (.explicitlyCancelled, "Request explicitly cancelled.", "The request was cancelled."),
            (
                .responseValidationFailed(reason: .unacceptableStatusCode(code: 401)),
                "Response status code was unacceptable: 401.", "The server answered with status 401."
            ),
            (
                .responseSerializationFailed(reason: .inputDataNilOrZeroLength),
                "Response could not be serialized, input data was nil or zero length.",
                "The body is empty. Where that is right, add the status to emptyResponseCodes."
            ),
            (
                .sessionTaskFailed(error: cause), "URLSessionTask failed with error: Too late.",
                "The transfer failed. Too late."
            ),
            (
                .invalidURL(url: "http://a b/"), "URL is not valid: http://a b/",
                #""http://a b/" is not a URL. Check its host and port."#
            ),
        ] as [(AFError, String, String)] {
            #expect(error.errorDescription == sentence && error.localizedDescription == sentence)
            #expect(error.failureReason == reason)
        }
        #expect(AFError.sessionDeinitialized.errorDescription?.hasSuffix("Keep it until the request ends.") == true)
        #expect(AFError.sessionDeinitialized.failureReason == nil)
    }

    /// The user, the password, the query and the fragment may be secret.
    @Test(arguments: [
        ("https://user:pass@a b/c?secret", "https://a b/c"), ("user:pass@a b#secret", "a b"),
        ("https://a b/?\u{301}secret", "https://a b/"), ("https://user:p@ss/w@a b", "https://a b"),
        ("pass@https://a b", "https://a b"), ("https://user:pass@\u{301}a b", "https://\u{301}a b"), ("?secret", ""),
    ])
    func aURLIsPrintedWithoutSecrets(text: String, printed: String) {
        let error = AFError.invalidURL(url: text)
        // Texts with the same characters may differ in scalars.
        #expect(error.errorDescription.map { Array($0.utf8) } == Array("URL is not valid: \(printed)".utf8))
        for words in [error.errorDescription, error.failureReason, "\(error.localizedDescription)"] {
            #expect(words?.contains("secret") == false && words?.contains("pass") == false)
        }
    }

    @Test func componentsOfAURLArePrintedWithoutSecrets() throws {
        var components = try #require(URLComponents(string: "https://user:pass@example.com/?secret#secret"))
        components.path = "no slash"
        let error = #expect(throws: AFError.self) { try URLRequest(url: components, method: .get) }
        let text = try #require(error?.errorDescription)
        #expect(text.contains("example.com") && !text.contains("pass") && !text.contains("secret"))
    }

    @Test func errorsAreCast() {
        let error: any Error = AFError.parameterEncodingFailed(reason: .missingURL)
        #expect(error.asAFError?.isParameterEncodingError == true)
        #expect(error.asAFError(orFailWith: "not reached").isParameterEncodingError)
        #expect((Failure() as any Error).asAFError == nil)
    }
}
