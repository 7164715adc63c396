import Foundation
import Testing
import URLSerialization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct CSVResponseSerializer: HTTPResponseSerialization {
    var configuration = HTTPResponseConfiguration(
        acceptableContentTypes: ["text/csv"])

    func decodeBody(
        _ data: Data?, of response: URLResponse?
    ) throws -> [[Substring]]? {
        guard let data, !data.isEmpty else { return nil }
        return String(decoding: data, as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: ",") }
    }
}

private struct Order: Decodable {
    var price: Double
}

/// The samples of "Responses that fail".
@Suite struct FailedResponsesTests {
    @Test func samplesPrintWhatTheySay() async throws {
        let response = Answer.make(422, "application/json")
        var orders: [Order] = []
        try await Sample.run {
            let serializer = JSONResponseSerializer(nullRemoval: .everywhere)
            let result = serializer.serialize(
                response, data: Data(#"{"message":"sold out","id":null}"#.utf8))
            print(result.error?.kind ?? "no error", result.object ?? "nothing")
            // unacceptableStatusCode ["message": "sold out"]

            let bytes = Data(#"[{"price":1},{"price":"x"}]"#.utf8)
            do {
                orders = try DecodableResponseSerializer([Order].self)
                    .decode(bytes, from: response)
            } catch let error as ResponseSerializationError {
                print(error.kind, error.statusCode ?? 0)
                // undecodable 422
                print(error.causes.map(\.kind))
                // [unacceptableStatusCode]
                print(error.localizedDescription.prefix(9))
                // [1].price
            }

            let either = CompoundResponseSerializer([
                .decodable([Order].self), .propertyList,
            ])
            let list = either.serialize(nil, data: Data(#"[{"price":1}]"#.utf8))
            print(list.object is [Order])
            // true
        }
        #expect(orders.isEmpty)
    }

    @Test func acceptableResponsesAreThoseOfTheSample() throws {
        var json = JSONResponseSerializer()
        json.configuration.acceptableStatusCodes?.insert(422)
        json.configuration.acceptableContentTypes?.insert("text/plain")
        json.configuration.acceptableSuffixes = ["json"]
        json.configuration.maximumBytes = 1 << 20
        let text = Data(#"{"a":1}"#.utf8)
        #expect(json.serialize(Answer.make(422, "text/plain"), data: text).error == nil)
        #expect(json.serialize(Answer.make(200, "application/hal+json"), data: text).error == nil)
        let large = json.serialize(Answer.make(200, "text/plain"), data: Data(count: 1 << 20 + 1))
        #expect(large.error?.kind == .tooLarge)
    }

    @Test func ownSerializerReads() throws {
        let response = Answer.make(200, "text/csv")
        let rows = try CSVResponseSerializer().decode(Data("a,b\nc,d".utf8), from: response)
        #expect(rows == [["a", "b"], ["c", "d"]])
        #expect(try CSVResponseSerializer().decodeIfPresent(nil, from: response) == nil)
    }
}
