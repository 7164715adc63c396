import AFNetworkingCompat
import Testing

@testable import LegacyClient

@Suite struct OrderResponseSerializerTests {
    @Test(arguments: [200, 422])
    func errorOfTheServiceIsAnError(_ status: Int) throws {
        let body = #"{"status":"error","code":17,"message":"Sold out."}"#
        let (object, error) = try OrderResponseSerializer().answer(status, "application/json", body)
        #expect(object == nil)
        #expect(error?.domain == OrderErrorDomain)
        #expect(error?.code == 17)
        #expect(error?.localizedDescription == "Sold out.")
        #expect((error?.userInfo[APIErrorBodyKey] as? [String: Any])?["code"] as? Int == 17)
        #expect(error?.userInfo[NSUnderlyingErrorKey] == nil)
    }

    @Test func errorOfTheServiceIsAboveThatOfTheStatus() throws {
        let (_, error) = try OrderResponseSerializer().answer(503, "application/json", #"{"status":"error"}"#)
        #expect(error?.domain == OrderErrorDomain)
        #expect(error?.code == -1)
        let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.code == NSURLErrorBadServerResponse)
    }

    @Test func otherAnswersPass() throws {
        let (object, error) = try OrderResponseSerializer().answer(200, "text/plain", #"{"status":"ok"}"#)
        #expect(error == nil)
        #expect((object as? [String: Any])?["status"] as? String == "ok")
    }
}
