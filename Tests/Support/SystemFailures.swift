#if os(Linux)
    import Foundation

    /// Failures of the system, for tests in a separate process.
    package enum SystemFailures {
        /// Calls a closure while the process can open nothing more.
        package static func withoutDescriptors<Result>(_ body: () async throws -> Result) async throws -> Result {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_cur, 256)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var (taken, quiet) = ([Int32](), 0)
            // Until none comes back: another thread may be about to close what it has open.
            while quiet < 5 {
                let count = taken.count
                while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
                quiet = taken.count == count ? quiet + 1 : 0
                usleep(100_000)
            }
            defer { for descriptor in taken { close(descriptor) } }
            return try await body()
        }

        /// Makes a write beyond a file's length an error from now on, as on a full disk.
        package static func limitFiles(to length: Int) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: rlim_t(length), rlim_max: rlim_t(length))
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        }

        /// Fills a small volume with a file.
        package static func fill(with url: URL) throws {
            let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            defer { close(descriptor) }
            let block = [UInt8](repeating: 0, count: 4096)
            // At most 64 MiB, since the volume may be another than was meant.
            for _ in 0..<16_384 where write(descriptor, block, block.count) <= 0 {
                guard errno == ENOSPC else { break }
                return
            }
            throw CocoaError(.fileWriteUnknown)
        }

        /// Interrupts system calls a thousand times a second from now on, with EINTR where they can be interrupted.
        /// Linux does not interrupt transfers of files; `.ci/system-failures.c` does.
        package static func interruptCalls() {
            // Without SA_RESTART.
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in }
            sigaction(SIGALRM, &action, nil)
            let millisecond = timeval(tv_sec: 0, tv_usec: 1000)
            var interval = itimerval(it_interval: millisecond, it_value: millisecond)
            setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &interval, nil)
        }
    }
#endif
