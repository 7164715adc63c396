import Foundation
import SerializerComparison
import Testing
import URLSerialization

@testable import TrafficRecording

/// A process that is killed while it records. The kernel ends the writing of more than a page in its middle.
@Suite(.serialized, .timeLimit(.minutes(60))) struct KilledRecorderTests {
    /// The file that a process writes for its parent.
    private static func file(of parent: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("killed-\(parent).har")
    }

    /// Kills this process after some milliseconds.
    private static func killSoon() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(.random(in: 1000...15_000))) {
            kill(getpid(), SIGKILL)
        }
    }

    /// Reads the file that a killed process left: a whole HAR, each of whose bodies is whole.
    private static func check(bodySize: Int) throws {
        let file = Self.file(of: getpid())
        let name = file.lastPathComponent
        defer {
            for name in [name, ".\(name).next", ".\(name).next.old"] {
                try? FileManager.default.removeItem(at: file.deletingLastPathComponent().appendingPathComponent(name))
            }
        }
        let data = try Data(contentsOf: file)
        let log = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["log"] as? [String: Any]
        let traffic = try RecordedTraffic(data)
        #expect(traffic.notices.isEmpty && !traffic.requests.isEmpty)
        #expect(traffic.requests.count == (log?["entries"] as? [Any])?.count)
        #expect(traffic.requests.allSatisfy { $0.body?.count == bodySize })
    }

    @Test(arguments: 0..<3) func aRecorderLeavesAWholeFile(_ number: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let recorder = try HARRecorder(file: Self.file(of: getppid()))
            var request = URLRequest(url: URL(fileURLWithPath: "/p"))
            request.httpMethod = "POST"
            request.httpBody = Data(repeating: 0x61, count: 100_000)
            recorder.record(Exchange(request))
            Self.killSoon()
            while true { recorder.record(Exchange(request)) }
        }
        try Self.check(bodySize: 100_000)
    }

    /// Most of the process's time is that of writing.
    @Test(arguments: 0..<8) func anEntryIsWrittenWholeOrNotAtAll(_ number: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let file = try HARFile(Self.file(of: getppid()))
            let text = String(repeating: "a", count: 300_000)
            let entry = Data(
                #"{"request":{"method":"PUT","url":"/p","headers":[],"postData":{"text":"\#(text)"}}}"#.utf8)
            try file.append(entry)
            Self.killSoon()
            while true { try file.append(entry) }
        }
        try Self.check(bodySize: 300_000)
    }
}
