/// A large stack for recursion outside this package's control: Foundation's writers, and models that encode themselves.
///
/// Secondary threads of Apple's systems have 512 KiB of stack, which 512 levels of nesting exceed.
package enum LargeStack {
    /// The depth from which recursion runs on a separate, larger stack. Half a mebibyte is ample for this depth.
    package static let depth = 100

    private static let size = 8 << 20

    /// Calls `body`, on a separate stack if it recurses deeper than ``depth``.
    package static func run<Result>(ifDeeper levels: Int, _ body: () throws -> Result) throws -> Result {
        levels > depth ? try run(body) : try body()
    }

    /// Calls `body` on a thread with a stack of 8 MiB and waits for it.
    package static func run<Result>(_ body: () throws -> Result) throws -> Result {
        try withoutActuallyEscaping(body) { body in
            let call = Call(body: body)
            let thread = Thread { call.run() }
            thread.stackSize = size
            thread.start()
            return try call.wait()
        }
    }

    /// A call made by one thread while another waits for it.
    ///
    /// `@unchecked Sendable`: only the running thread accesses `body` and `result` until it signals, and only the
    /// waiting thread after that. The closure's captures belong to the waiting thread, which does nothing in the
    /// meantime.
    private final class Call<Output>: @unchecked Sendable {
        private var body: (() throws -> Output)?
        private var result: Result<Output, any Error>?
        private let done = DispatchSemaphore(value: 0)

        init(body: @escaping () throws -> Output) {
            self.body = body
        }

        func run() {
            if let body { result = Result { try body() } }
            // The closure does not escape, so nothing may hold it after the waiting thread continues.
            body = nil
            done.signal()
        }

        func wait() throws -> Output {
            done.wait()
            guard let result else { throw CancellationError() }
            return try result.get()
        }
    }
}
