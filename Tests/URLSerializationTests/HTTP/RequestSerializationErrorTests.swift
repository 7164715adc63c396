import Testing
import URLSerialization

@Suite struct RequestSerializationErrorTests {
    @Test func errorIsAFNetworkingsSeenFromObjectiveC() {
        let cause = CocoaError(.fileNoSuchFile)
        let error = RequestSerializationError(.invalidJSON, keyPath: "a[b]", reason: "No.", underlyingError: cause)
        let bridged = error as NSError
        #expect(bridged.domain == "com.alamofire.error.serialization.request")
        #expect(bridged.code == NSURLErrorCannotDecodeContentData)
        #expect(bridged.localizedDescription == "Parameter 'a[b]': No.")
        #expect(bridged.userInfo[NSLocalizedFailureReasonErrorKey] as? String == "No.")
        #expect((bridged.userInfo[NSUnderlyingErrorKey] as? CocoaError)?.code == .fileNoSuchFile)
    }

    @Test(arguments: [
        (RequestSerializationError.Code.invalidURL, NSURLErrorBadURL), (.unusableFile, NSURLErrorBadURL),
        (.sourceConsumed, NSURLErrorRequestBodyStreamExhausted), (.invalidHeader, NSURLErrorCannotDecodeContentData),
        (.unreadableSource, NSURLErrorCannotDecodeContentData), (.sourceTooLong, NSURLErrorCannotDecodeContentData),
    ])
    func onlyUnusableURLsAndConsumedStreamsHaveOtherCodes(code: RequestSerializationError.Code, expected: Int) {
        #expect(RequestSerializationError(code, reason: "").errorCode == expected)
    }

    @Test(arguments: [
        (RequestSerializationError(.tooDeep, keyPath: "k", reason: "R."), "Parameter 'k': R."),
        (RequestSerializationError(.invalidHeader, field: "X-A", reason: "R."), "X-A: R."),
        (RequestSerializationError(.invalidJSON, reason: "R."), "R."),
        (RequestSerializationError(.unusableFile, part: "photo", reason: "R."), "Part \"photo\": R."),
        (RequestSerializationError(.unusableFile, part: "", reason: "R."), "Part \"\": R."),
        (RequestSerializationError(.invalidHeader, field: "A", part: "a\"\0", reason: "R."), #"Part "a\"\0": R."#),
    ])
    func descriptionSaysWhere(error: RequestSerializationError, expected: String) {
        #expect(error.description == expected)
        #expect(error.localizedDescription == expected)
    }

    @Test func codeHasItsName() {
        #expect(RequestSerializationError.Code.invalidSetting.description == "invalidSetting")
    }
}
