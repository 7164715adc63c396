import Testing

@testable import URLSerialization

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

    @Test func onlyAnUnusableURLHasItsOwnCode() {
        #expect(RequestSerializationError(.invalidURL, reason: "").errorCode == NSURLErrorBadURL)
        #expect(RequestSerializationError(.invalidHeader, reason: "").errorCode == NSURLErrorCannotDecodeContentData)
    }

    @Test(arguments: [
        (RequestSerializationError(.tooDeep, keyPath: "k", reason: "R."), "Parameter 'k': R."),
        (RequestSerializationError(.invalidHeader, field: "X-A", reason: "R."), "X-A: R."),
        (RequestSerializationError(.invalidJSON, reason: "R."), "R."),
    ])
    func descriptionSaysWhere(error: RequestSerializationError, expected: String) {
        #expect(error.description == expected)
        #expect(error.localizedDescription == expected)
    }

    @Test func codeHasItsName() {
        #expect(RequestSerializationError.Code.invalidSetting.description == "invalidSetting")
    }
}
