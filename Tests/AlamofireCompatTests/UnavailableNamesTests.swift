import AlamofireCompat
import Foundation
import Testing

/// An application with names that Alamofire 4 has as well. The test is that this file compiles.
@Suite struct UnavailableNamesTests {
    @Test func anApplicationsNamesArePreferred() {
        #expect(Result<String, AFError>.success("a").value == "own value")
        #expect(SessionManager().name == "own manager")
    }

    /// The names of Alamofire 4 are found, and refused with a message rather than as unknown names.
    @available(*, unavailable, message: "Never called: a context in which unavailable names may be used.")
    func namesOfAlamofire4AreKnown(_ url: URL, _ session: Session, _ form: @escaping (MultipartFormData) -> Void) {
        session.upload(multipartFormData: form, to: url, encodingCompletion: nil)
        _ = session.adapter
        _ = session.retrier
        _ = session.request(url).responsePropertyList { _ in }
        _ = Result<String, AFError>.success("a").isSuccess
        let types: [Any.Type] = [
            ServerTrustManager.self, ServerTrustPolicyManager.self, PinnedCertificatesTrustEvaluator.self,
            NetworkReachabilityManager.self, OfflineRetrier.self, WebSocketRequest.self,
            DataResponsePublisher<Int>.self,
        ]
        _ = types
        _ = session.streamRequest(url).asInputStream()
    }

    /// The names that code qualifies by Alamofire's module name are those of this module.
    @Test func qualifiedNamesAreKnown() {
        let session: Alamofire.Session = Session()
        let headers: Alamofire.HTTPHeaders = [.accept("a/b")]
        let error: Alamofire.AFError = .explicitlyCancelled
        #expect(session.startRequestsImmediately && headers.count == 1 && error.isExplicitlyCancelledError)
    }
}

extension Result {
    fileprivate var value: String { "own value" }
}

private struct SessionManager {
    let name = "own manager"
}
