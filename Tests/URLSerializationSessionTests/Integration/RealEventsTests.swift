import TestSupport
import Testing
import URLSerializationSession

/// Events of Starlette's, which `.ci/stacks/install FOLDER` installs:
///
/// .ci/stacks/install FOLDER && SERVER_STACKS=FOLDER swift test --filter RealEventsTests
@Suite(
    .tags(.real, .stacks), .timeLimit(.minutes(60)),
    .enabled(if: folder != nil, "Needs a server: .ci/stacks/install FOLDER"))
struct RealEventsTests {
    @Test func eventsOfStarletteAreRead() async throws {
        let scratch = try ScratchFolder()
        let place = scratch("port").path
        // It ends when its file is removed.
        Task { try await Program.runApart("\(folder ?? "")/events", [place]) }
        var port = ""
        try await eventually("Starlette listens") {
            port = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
            return !port.isEmpty
        }
        let session = Session(configuration: .patient)
        let url = "http://127.0.0.1:\(port)/events"
        for (reconnects, count) in [(false, 3), (true, 10)] {
            var events: [ServerSentEvent] = []
            for try await event in session.request(url).events(reconnects: reconnects) { events.append(event) }
            #expect(events.map(\.id) == (1...count).map { "\($0)" })
            #expect(events.map(\.data) == (1...count).map { "\($0)\n☃" })
            #expect(events.allSatisfy { $0.event == "count" && $0.retry == 0.1 })
        }
        await #expect(throws: RequestError.self) {
            for try await event in session.request("http://127.0.0.1:\(port)/").events { Issue.record("\(event)") }
        }
    }
}

private let folder = ProcessInfo.processInfo.environment["SERVER_STACKS"]
