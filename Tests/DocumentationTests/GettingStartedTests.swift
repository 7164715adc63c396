import Foundation
import Testing
import URLSerialization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The samples of "Getting started".
@Suite struct GettingStartedTests {
    @Test func samplesPrintWhatTheySay() async throws {
        let data = Data(#"[{"id": 7, "sku": "TEE"}]"#.utf8)
        let response = Answer.make(200, "application/json")
        try await Sample.run {
            let serializer = HTTPRequestSerializer()
            let search = try serializer.request(
                method: .get, url: "https://example.com/search",
                parameters: ["q": "café", "tags": ["a", "b"]])
            print(search.url!)
            // https://example.com/search?q=caf%C3%A9&tags%5B%5D=a&tags%5B%5D=b

            let order = try serializer.request(
                method: .post, url: "https://example.com/orders",
                parameters: ["sku": "TEE", "paid": true])
            print(String(decoding: order.httpBody!, as: UTF8.self))
            // paid=1&sku=TEE

            let json = try JSONRequestSerializer().request(
                method: .put, url: "https://example.com/orders/7",
                parameters: ["paid": true, "total": 99.99])
            print(String(decoding: json.httpBody!, as: UTF8.self))
            // {"paid":true,"total":99.99}

            struct Search: Encodable {
                var text: String
                var tags: Set<String>
                var since: Date?
            }

            let model = Search(text: "crème", tags: ["b", "a"])
            let found = try serializer.request(
                method: .get, url: "https://example.com/s", encoding: model)
            print(found.url!)
            // https://example.com/s?tags=a&tags=b&text=cr%C3%A8me

            var rails = HTTPRequestSerializer(style: .rails)
            rails.configuration.baseURL = URL(string: "https://example.com/v2")
            rails.configuration.headers["X-App"] = "shop/3.1"
            rails.configuration.setAuthorization(bearerToken: "t0k3n")
            rails.configuration.timeoutInterval = 20

            let paid = try rails.request(
                method: .get, url: "orders", parameters: ["paid": true])
            print(paid.url!)
            // https://example.com/v2/orders?paid=true

            struct Order: Decodable {
                var id: Int
                var sku: String
            }

            let received = try DecodableResponseSerializer([Order].self)
                .decode(data, from: response)
            print(received[0].sku)
            // TEE

            do {
                _ = try serializer.request(
                    method: .get, url: "https://example.com/search",
                    parameters: ["files": ["icon": Data([1, 2, 3])]])
            } catch let error as RequestSerializationError {
                print(error.keyPath ?? "")
                // files[icon]
            }
        }
    }
}
