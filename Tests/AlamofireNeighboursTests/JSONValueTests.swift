import AlamofireCompat
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// Programs of Swift 5 that write the type of an answer's JSON.
@Suite(.tags(.network), .timeLimit(.minutes(60))) struct JSONValueTests {
    /// Through a protocol, calls of deprecated functions cause no warnings.
    private protocol Reader {
        func names(of request: DataRequest) async -> [String]?
    }

    private struct DeprecatedReader: Reader {
        @available(*, deprecated)
        func names(of request: DataRequest) async -> [String]? {
            await withCheckedContinuation { done in
                request.responseJSON(queue: .global()) { (response: AFDataResponse<Any>) in
                    let drinks = (response.value as? [String: Any])?["drinks"] as? [[String: Any]]
                    done.resume(returning: drinks?.compactMap { $0["name"] as? String })
                }
            }
        }
    }

    @Test func valuesOfJSONHaveTheTypeAny() async throws {
        let server = try LoopbackServer { try $0.respond(body: #"{"drinks":[{"name":"tea"},{"name":"milk"}]}"#) }
        defer { server.stop() }
        let session = Session(configuration: .patient)
        #expect(await (DeprecatedReader() as any Reader).names(of: session.request(server.url())) == ["tea", "milk"])
        let answer = DataResponse<Any, AFError>(
            request: nil, response: nil, data: nil, metrics: nil, serializationDuration: 0, result: .success([1]))
        #expect(answer.map { ($0 as? [Int])?.count }.value == 1)
    }
}
