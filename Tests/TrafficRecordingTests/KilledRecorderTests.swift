import Foundation
import SerializerComparison
import TestSupport
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
    @Test(.tags(.random), arguments: 0..<Effort.times(8, quick: 3))
    func anEntryIsWrittenWholeOrNotAtAll(_ number: Int) async throws {
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

    /// A full disk cuts an entry off, and the next one is shorter.
    @Test func whatAFailedWriteLeftIsRemoved() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.har")
        let har = try HARFile(file)
        let entry = Data(#"{"request":{"method":"GET","url":"/p","headers":[]}}"#.utf8)
        for count in 1...3 {
            let next = try FileHandle(forWritingTo: folder.appendingPathComponent(".a.har.next"))
            try next.seekToEnd()
            try next.write(contentsOf: Data(repeating: 0x61, count: 1000))
            try har.append(entry)
            let traffic = try RecordedTraffic(Data(contentsOf: file))
            #expect(traffic.requests.count == count && traffic.notices.isEmpty)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(contentsOf: file)) }
        }
    }
}
