import AFNetworkingCompat
import AlamofireCompat
import Foundation
import Testing
import URLSerialization

/// A file that imports the compatibility modules and the core together.
@Suite struct SharedFileTests {
    @Test func namesOfThreeModulesAreClear() throws {
        let manager = AFHTTPSessionManager(baseURL: nil)
        let session = Session()
        let method: HTTPMethod = .get
        let headers: HTTPHeaders = [.accept("a/b")]
        let error: AFError = .explicitlyCancelled
        let serializer = AlamofireCompat.DecodableResponseSerializer<Empty>()
        #expect(manager.session.configuration.identifier == nil)
        #expect(session.startRequestsImmediately)
        #expect(method.rawValue == "GET" && headers.count == 1)
        #expect(error.isExplicitlyCancelledError)
        #expect(serializer.emptyResponseCodes == [204, 205])
        #expect(ParameterValue.int(1) == 1)
    }
}
