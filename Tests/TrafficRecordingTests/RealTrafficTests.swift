import AFNetworkingCompat
import Foundation
import TestSupport
import Testing
import TrafficRecording

@testable import LegacyClient

/// The example client's requests through a proxy that records them at once, for `.ci/traffic/check`.
@Suite(
    .tags(.real, .traffic),
    .enabled(if: ProcessInfo.processInfo.environment["TRAFFIC_PROXY"] != nil, "Needs mitmproxy: .ci/run traffic"),
    .timeLimit(.minutes(60)))
struct RealTrafficTests {
    @Test func theClientIsRecordedThroughAProxy() async throws {
        let environment = ProcessInfo.processInfo.environment
        let url = try #require(environment["TRAFFIC_PROXY"].flatMap(URL.init))
        let recorder = try HARRecorder(file: URL(fileURLWithPath: environment["TRAFFIC_HAR"] ?? ""), hiding: [])
        try await ClientTrafficTests.callLegacyClient(
            at: url.appendingPathComponent("v1"), recorder, folder: ScratchFolder())
        try await ClientTrafficTests.wait(for: recorder, count: 27)
    }
}
