/// A large stack for recursion outside this package's control: Foundation's writers, and models that encode themselves.
///
/// Secondary threads of Apple's systems have 512 KiB of stack, which 512 levels of nesting exceed.
package enum LargeStack {
    /// The depth from which recursion runs on a separate, larger stack. Half a mebibyte is ample for this depth.
    package static let depth = 100

    private static let size = 8 << 20

    /// Calls `body`, on a separate stack if it recurses deeper than ``depth``.
    package static func run<Output>(ifDeeper levels: Int, _ body: () throws -> Output) throws -> Output {
        levels > depth ? try run(body) : try body()
    }

    /// Calls `body` on a thread with a stack of 8 MiB and waits for it.
    package static func run<Output>(_ body: () throws -> Output) throws -> Output {
        try withoutActuallyEscaping(body) { body in
            // The closure's captures belong to this thread, which does nothing until the other one signals. The other
            // one releases the closure before that, because it must not escape.
            let call = TakenOnce(body)
            let outcome = Locked<UncheckedSendable<Result<Output, any Error>>?>(nil)
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                let result = call.take().map { body in Result { try body() } }
                outcome.withLock { $0 = result.map { UncheckedSendable($0) } }
                done.signal()
            }
            thread.stackSize = size
            thread.start()
            done.wait()
            guard let result = outcome.value else { throw CancellationError() }
            return try result.value.get()
        }
    }
}
