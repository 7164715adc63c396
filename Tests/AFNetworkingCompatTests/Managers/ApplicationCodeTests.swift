import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

/// Code of applications that AFNetworking's declarations admit. The test is that this file compiles.
@Suite(.tags(.network)) struct ApplicationCodeTests {
    @Test func namesOfAnApplicationsTypesAreItsOwn() {
        #expect(API().load { _ in } == "x")
        #expect(API().reload { _ in 7 } == 7)
    }

    @Test(arguments: [true, false]) func serializersAreChosenByACondition(isJSON: Bool) {
        let manager = AFHTTPSessionManager()
        manager.requestSerializer = isJSON ? AFJSONRequestSerializer() : AFHTTPRequestSerializer()
        manager.responseSerializer = isJSON ? AFXMLParserResponseSerializer() : AFHTTPResponseSerializer()
        #expect((manager.requestSerializer is AFJSONRequestSerializer) == isJSON)
        #expect((manager.responseSerializer is AFXMLParserResponseSerializer) == isJSON)
        manager.requestSerializer = isJSON ? AFJSONRequestSerializer() : AFPropertyListRequestSerializer()
        let composed: any AFHTTPRequestSerializer & AFURLRequestSerialization = manager.requestSerializer
        manager.requestSerializer = composed
        #expect(manager[keyPath: \.requestSerializer] === composed)
    }

    @Test func composedTypesSatisfyAnApplicationsProtocol() {
        let client: any Client = AFHTTPSessionManager()
        client.requestSerializer = AFJSONRequestSerializer()
        client.responseSerializer = AFHTTPResponseSerializer()
        #expect((client as? AFHTTPSessionManager)?.requestSerializer is AFJSONRequestSerializer)
        #expect(!(client.responseSerializer is AFJSONResponseSerializer))
    }

    @Test func bandwidthIsThrottledByEitherInteger() throws {
        let (size, negative): (Int, Int) = (100, -1)
        for form in [{ $0.throttleBandwidth(withPacketSize: size, delay: 0) }] as [(any AFMultipartFormData) -> Void] {
            #expect(try AFHTTPRequestSerializer().form(["k": "v"], form).httpBodyStream != nil)
        }
        #expect(throws: NSError.self) {
            try AFHTTPRequestSerializer().form(["k": "v"]) {
                $0.throttleBandwidth(withPacketSize: negative, delay: 0)
            }
        }
    }
}

// MARK: - The application

private typealias Success = (String) -> Void
private typealias Failure = (Int) -> Int
private typealias OldSuccess = Failure

private final class API: AFHTTPSessionManager, @unchecked Sendable {
    func load(success: Success) -> String {
        success("x")
        return "x"
    }

    func reload(failure: OldSuccess) -> Int { failure(1) }
}

private protocol Client: AnyObject {
    var requestSerializer: any AFHTTPRequestSerializer & AFURLRequestSerialization { get set }
    var responseSerializer: any AFHTTPResponseSerializer & AFURLResponseSerialization { get set }
}

extension AFHTTPSessionManager: Client {}
