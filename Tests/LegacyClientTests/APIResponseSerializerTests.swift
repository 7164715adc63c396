import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct APIResponseSerializerTests {
    @Test(arguments: [(200, "text/html"), (200, "text/plain; charset=utf-8"), (422, "application/json")])
    func moreIsAccepted(_ status: Int, _ type: String) throws {
        let (object, error) = try APIResponseSerializer().answer(status, type, #"{"id":7,"note":null}"#)
        #expect(error == nil)
        let json = try #require(object as? [String: Any])
        #expect(json["id"] as? Int == 7)
        #expect(json["note"] == nil)
        #expect((object as? NSDictionary)?.count == 1)
    }

    @Test func bodyOfAnErrorIsInItsUserInfo() throws {
        let (object, error) = try APIResponseSerializer().answer(500, "application/json", #"{"reason":"fire"}"#)
        #expect((object as? [String: Any])?["reason"] as? String == "fire")
        #expect(error?.domain == AFURLResponseSerializationErrorDomain)
        #expect(error?.code == NSURLErrorBadServerResponse)
        #expect((error?.userInfo[APIErrorBodyKey] as? [String: Any])?["reason"] as? String == "fire")
        #expect(error?.userInfo[APIErrorTextKey] == nil)
        let response = error?.userInfo[AFNetworkingOperationFailingURLResponseErrorKey] as? HTTPURLResponse
        #expect(response?.statusCode == 500)
    }

    @Test func textOfAnErrorIsInItsUserInfo() throws {
        for (status, type) in [(500, "text/html"), (200, "application/xml")] {
            let (object, error) = try APIResponseSerializer().answer(status, type, "<h1>Oops</h1>")
            #expect(object == nil)
            #expect(error?.userInfo[APIErrorTextKey] as? String == "<h1>Oops</h1>")
            #expect(error?.userInfo[APIErrorBodyKey] == nil)
        }
    }

    @Test func copyIsAsLenient() throws {
        let copy = try #require(APIResponseSerializer().copy() as? APIResponseSerializer)
        #expect(try copy.answer(422, "text/html", "[1]").object as? [Int] == [1])
    }
}
