import protocol AlamofireCompat.ParameterEncoder
import protocol AlamofireCompat.ParameterEncoding
import protocol AlamofireCompat.URLConvertible
import protocol AlamofireCompat.URLRequestConvertible
import class AlamofireCompat.DataRequest
import class AlamofireCompat.JSONParameterEncoder
import class AlamofireCompat.MultipartFormData
import class AlamofireCompat.Session
import class AlamofireCompat.URLEncodedFormParameterEncoder
import enum AlamofireCompat.AFError
import struct AlamofireCompat.HTTPHeader
import struct AlamofireCompat.HTTPHeaders
import struct AlamofireCompat.HTTPMethod
import struct AlamofireCompat.JSONEncoding
import struct AlamofireCompat.URLEncoding
import typealias AlamofireCompat.Parameters
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A file that imports single declarations, which Alamofire declares in one module. The test is that it compiles.
@Suite struct ScopedImportTests {
    @Test func eachNameIsClear() throws {
        let header = HTTPHeader(name: "A", value: "1")
        let headers: HTTPHeaders = [header]
        let method: HTTPMethod = .post
        let encodings: [any ParameterEncoding] = [URLEncoding.default, JSONEncoding.default]
        let encoders: [any ParameterEncoder] = [JSONParameterEncoder.default, URLEncodedFormParameterEncoder.default]
        let url: any URLConvertible = "https://example.com/"
        let parameters: Parameters = ["a": 1]
        let request: any URLRequestConvertible = try URLRequest(url: url, method: method, headers: headers)
        for encoding in encodings {
            #expect(try encoding.encode(request, with: parameters).httpBody?.isEmpty == false)
        }
        for encoder in encoders {
            #expect(try encoder.encode(["a": 1], into: request.asURLRequest()).httpBody?.isEmpty == false)
        }
        let made: DataRequest = Session().request(request)
        #expect(made.delegate == nil && MultipartFormData().contentLength == 0)
        #expect((AFError.explicitlyCancelled as any Error) is AFError)
    }
}
