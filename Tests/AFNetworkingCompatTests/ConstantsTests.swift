import AFNetworkingCompat
import Testing

/// The values that AFNetworking 4.0.1 declares.
@Suite struct ConstantsTests {
    @Test func domainsAndKeysAreAFNetworkings() {
        #expect(AFURLRequestSerializationErrorDomain == "com.alamofire.error.serialization.request")
        #expect(AFURLResponseSerializationErrorDomain == "com.alamofire.error.serialization.response")
        #expect(
            AFNetworkingOperationFailingURLRequestErrorKey == "com.alamofire.serialization.request.error.response")
        #expect(
            AFNetworkingOperationFailingURLResponseErrorKey == "com.alamofire.serialization.response.error.response")
        #expect(
            AFNetworkingOperationFailingURLResponseDataErrorKey == "com.alamofire.serialization.response.error.data")
    }

    @Test func suggestionsForSlowConnectionsAreAFNetworkings() throws {
        #expect(kAFUploadStream3GSuggestedPacketSize == 16_384)
        #expect(kAFUploadStream3GSuggestedDelay == 0.2)
        // Throttling takes them without a conversion.
        let request = try AFHTTPRequestSerializer().multipartFormRequest(
            withMethod: "POST", urlString: "https://example.com", parameters: ["k": 1],
            constructingBodyWith: {
                $0.throttleBandwidth(
                    withPacketSize: kAFUploadStream3GSuggestedPacketSize, delay: kAFUploadStream3GSuggestedDelay)
            })
        #expect(request.httpBodyStream != nil)
    }
}
