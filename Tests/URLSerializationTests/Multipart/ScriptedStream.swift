import URLSerialization

/// A stream that overrides as little as possible and returns scripted results: right, wrong and absurd ones.
final class ScriptedStream: InputStream {
    enum Step {
        /// Returns these bytes, in as many reads as necessary.
        case text(String)
        /// Returns a count regardless of the request, without any bytes.
        case count(Int)
        /// Returns one more than the requested count.
        case excess
        /// Waits a number of seconds before the next step.
        case pause(TimeInterval)
    }

    /// The number of reads so far.
    private(set) var readCount = 0
    private var steps: [Step]

    init(_ steps: Step...) {
        self.steps = steps
        super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { !steps.isEmpty }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        readCount += 1
        while !steps.isEmpty {
            switch steps.removeFirst() {
            case .count(let count): return count
            case .excess: return length + 1
            case .pause(let duration): Thread.sleep(forTimeInterval: duration)
            case .text(let text):
                let bytes = Array(text.utf8)
                let count = min(bytes.count, length)
                buffer.update(from: bytes, count: count)
                if count < bytes.count { steps.insert(.text(String(decoding: bytes[count...], as: UTF8.self)), at: 0) }
                if count > 0 { return count }
            }
        }
        return 0
    }
}

/// A stream that fails to open, with a custom error.
final class FailingStream: InputStream {
    private let failure: any Error

    init(_ failure: any Error) {
        self.failure = failure
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    override var streamStatus: Stream.Status { .error }
    override var streamError: (any Error)? { failure }
    override var hasBytesAvailable: Bool { false }
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int { -1 }
}

/// A stream that reports a failure without an error, which on Linux would end the process when it is asked for one.
final class LyingStream: InputStream {
    init() {
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { .error }
}
