import AlamofireCompat
import LoopbackServer
import TestSupport
import Testing

/// Programs of Swift 5 that write the type of an answer's JSON.
@Suite(.tags(.network), .stoppingServers, .timeLimit(.minutes(60))) struct JSONValueTests {
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
        let session = Session(configuration: .patient)
        #expect(await (DeprecatedReader() as any Reader).names(of: session.request(server.url())) == ["tea", "milk"])
        let answer = DataResponse<Any, AFError>(
            request: nil, response: nil, data: nil, metrics: nil, serializationDuration: 0, result: .success([1]))
        #expect(answer.map { ($0 as? [Int])?.count }.value == 1)
    }

    /// A serializer of a library, whose values are not `Sendable`.
    private struct ObjectSerializer: ResponseSerializer {
        func serialize(
            request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
        ) throws -> Any { try JSONSerialization.jsonObject(with: data ?? Data()) }
    }

    /// A monitor that notes the values of answers.
    private final class ValueMonitor: EventMonitor {
        let queue = DispatchQueue(label: "values")
        let note: @Sendable (Any?) -> Void

        init(_ note: @escaping @Sendable (Any?) -> Void) { self.note = note }

        func request<Value: Sendable>(_ request: DataRequest, didParseResponse response: AFDataResponse<Value>) {
            note(response.value)
        }
    }

    @Test func monitorsReceiveObjectsOfJSON() async throws {
        let server = try LoopbackServer { try $0.respond(body: "[1, 2]") }
        let (values, notes) = AsyncStream<[Int]?>.makeStream()
        let session = Session(
            configuration: .patient, eventMonitors: [ValueMonitor { notes.yield($0 as? [Int]) }])
        let object: [Int]? = await withCheckedContinuation { done in
            session.request(server.url()).response(queue: .global(), responseSerializer: ObjectSerializer()) {
                done.resume(returning: $0.value as? [Int])
            }
        }
        #expect(object == [1, 2])
        #expect(await values.first { _ in true } == [1, 2])
    }
}
