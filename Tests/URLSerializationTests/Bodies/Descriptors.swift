import URLSerialization

#if os(Linux)
    enum Descriptors {
        /// Returns the descriptors whose file is in a folder, or was before it was removed.
        static func all(linkingTo folder: URL? = nil) -> [Int32] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.compactMap { name in
                // The descriptor that the listing itself needed is closed by now.
                let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                guard let link, let descriptor = Int32(name) else { return nil }
                return folder.map { link.hasPrefix($0.path + "/") } ?? true ? descriptor : nil
            }
        }

        static func count(linkingTo folder: URL? = nil) -> Int { all(linkingTo: folder).count }

        /// Returns the number of descriptors once it is at most the expected one, or after ten minutes.
        ///
        /// A task and a thread release their resources a moment after the code that waits for them continues.
        static func count(expecting expected: Int, linkingTo folder: URL? = nil) async -> Int {
            let end = Date(timeIntervalSinceNow: 600)
            while count(linkingTo: folder) > expected, Date() < end {
                try? await Task.sleep(for: .milliseconds(10))
            }
            return count(linkingTo: folder)
        }
    }
#endif
