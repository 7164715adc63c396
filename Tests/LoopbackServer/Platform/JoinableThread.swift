import Foundation

/// A thread whose end can be awaited, unlike that of Foundation's: when ``join()`` returns, the system's thread is
/// gone.
///
/// `@unchecked Sendable`: nothing changes after the start; the owner joins once.
final class JoinableThread: @unchecked Sendable {
    private let handle: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws {
        let box = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let failure = pthread_create(&thread, nil, { start($0) }, box.toOpaque())
            guard failure == 0, let thread else {
                box.release()
                throw LoopbackServerError.system("pthread_create", failure)
            }
            handle = thread
        #else
            var thread = pthread_t()
            let failure = pthread_create(&thread, nil, { start($0) }, box.toOpaque())
            guard failure == 0 else {
                box.release()
                throw LoopbackServerError.system("pthread_create", failure)
            }
            handle = thread
        #endif
    }

    /// Waits for the end of the thread. A thread that would wait for itself is detached instead.
    func join() {
        if pthread_equal(pthread_self(), handle) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }
}

private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    // Released before the thread ends, so that the body's captures are gone by then.
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
