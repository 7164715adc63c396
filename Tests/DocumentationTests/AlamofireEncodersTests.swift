import AlamofireEncoders
import Foundation
import Testing

/// The sample of the first page of Alamofire's encoders.
@Suite struct AlamofireRootTests {
    @Test func samplePrintsWhatItSays() async throws {
        let url = try #require(URL(string: "https://example.com/"))
        try await Sample.run {
            let plain = URLRequest(url: url)
            let query = try URLEncoding.default.encode(
                plain, with: ["q": "swift", "tags": ["a", "b"]])
            print(query.url!)
            // https://example.com/?q=swift&tags%5B%5D=a&tags%5B%5D=b
            var post = plain
            post.method = .post
            let form = try URLEncodedFormParameterEncoder.default.encode(
                ["paid": true], into: post)
            print(String(decoding: form.httpBody!, as: UTF8.self))
            // paid=1
        }
    }
}
