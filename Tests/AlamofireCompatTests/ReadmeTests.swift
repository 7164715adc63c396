import AlamofireCompat
import Foundation
import Testing

/// The README's samples of Alamofire's encoders, compiled and run.
@Suite struct ReadmeTests {
    @Test func formEncoderSampleSendsWhatItSays() throws {
        let endpoint = try #require(URL(string: "https://api.example.com/seats"))

        var request = URLRequest(url: endpoint)
        request.method = .post
        let encoder = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets, keyEncoding: .convertToSnakeCase)
        let form = URLEncodedFormParameterEncoder(encoder: encoder)
        let post = try form.encode(["seatRows": [[1, 2], [3]]], into: request)
        // seat_rows[0][0]=1&seat_rows[0][1]=2&seat_rows[1][0]=3, percent-encoded
        let body = String(decoding: try #require(post.httpBody), as: UTF8.self)
        #expect(body.removingPercentEncoding == "seat_rows[0][0]=1&seat_rows[0][1]=2&seat_rows[1][0]=3")
    }
}
