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

    @Test func errorsAreCast() {
        let error: any Error = AFError.parameterEncodingFailed(reason: .missingURL)
        #expect(error.asAFError?.isParameterEncodingError == true)
        #expect(error.asAFError(orFailWith: "not reached").isParameterEncodingError)
        #expect((Failure() as any Error).asAFError == nil)
    }
}
