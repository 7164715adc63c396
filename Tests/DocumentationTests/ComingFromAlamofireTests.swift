import AlamofireEncoders
import Foundation
import Testing
import URLSerializationSession

/// The samples of "Coming from Alamofire".
@Suite(.timeLimit(.minutes(60))) struct ComingFromAlamofireTests {
    private struct Order: Codable {
        var id: Int
        var sku: String
    }

    @Test func samplesSendWhatTheySay() async throws {
        let endpoint = try #require(URL(string: "https://api.example.com/seats"))
        let url = "https://api.example.com/orders"
        let order = Order(id: 7, sku: "TEE")
        try await SampleServer.with { exchange in
            let type = exchange.request.method == "GET" ? "application/hal+json" : "application/json"
            try exchange.respond(headers: ["Content-Type": type], body: #"{"id": 7, "sku": "TEE"}"#)
        } run: { server in
            let session = Session()
            try await Sample.run {
                var request = URLRequest(url: endpoint)
                request.method = .post
                let encoder = URLEncodedFormEncoder(
                    arrayEncoding: .indexInBrackets,
                    keyEncoding: .convertToSnakeCase)
                let form = URLEncodedFormParameterEncoder(encoder: encoder)
                let seats = try form.encode(
                    ["seatRows": [[1, 2], [3]]], into: request)
                let reserved = try await session.request(seats).decode(Order.self)
                print(reserved.id)
                // 7

                // AF.request(url, method: .post, parameters: order,
                //            encoder: JSONParameterEncoder.default)
                //     .validate().serializingDecodable(Order.self).value
                let placed = try await session.request(
                    url, method: .post, encoding: order, serializer: .json
                ).validate().decode(Order.self)
                print(placed.sku)
                // TEE

                var hal = DecodableResponseSerializer(Order.self)
                hal.configuration.acceptableSuffixes = ["json"]
                let linked = try await session.request(url).decode(with: hal)

                var any = DecodableResponseSerializer(Order.self)
                any.configuration.acceptableContentTypes = nil
                let untyped = try await session.request(url).decode(with: any)
                print(linked.id, untyped.id)
                // 7 7
            }
            let bodies = server.requests.map { $0.text.removingPercentEncoding }
            #expect(bodies[0] == "seat_rows[0][0]=1&seat_rows[0][1]=2&seat_rows[1][0]=3")
            #expect(bodies[1] == #"{"id":7,"sku":"TEE"}"#)
        }
    }
}
