import Foundation

/// A file on the command line, or standard input.
struct InputFile {
    /// The path; `-` is standard input.
    let path: String
    /// The name in messages: the path, or `standard input`.
    var name: String { path == "-" ? "standard input" : path }

    /// Calls a closure with another that returns the file's next bytes, or no bytes at its end.
    ///
    /// - Throws: ``ToolError``, and the closure's error.
    func reading<Value>(_ body: (_ next: () throws -> Data) throws -> Value) throws -> Value {
        if path.isEmpty { throw ToolError("the file name is empty") }
        let handle: FileHandle
        do {
            handle = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw ToolError(file: name, Self.reason(for: error))
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        // A terminal ends its input once for each end of file.
        var isAtEnd = false
        return try body {
            // Not `FileHandle.read(upToCount:)`, which keeps reading after an end of file: a terminal would have to
            // send two.
            while !isAtEnd {
                let count = read(handle.fileDescriptor, &buffer, buffer.count)
                if count > 0 { return Data(buffer[..<count]) }
                if count < 0, errno == EINTR { continue }
                if count < 0 {
                    throw ToolError(file: name, Self.reason(for: POSIXError(.init(rawValue: errno) ?? .EIO)))
                }
                isAtEnd = true
            }
            return Data()
        }
    }

    /// Whether a path leads to this file, under any name or link.
    func isSame(as other: String) -> Bool {
        var own = stat()
        var written = stat()
        let isOpen = path == "-" ? fstat(STDIN_FILENO, &own) == 0 : stat(path, &own) == 0
        guard isOpen, stat(other, &written) == 0, own.st_mode & S_IFMT == S_IFREG else { return false }
        return own.st_dev == written.st_dev && own.st_ino == written.st_ino
    }

    /// Returns the reason of Foundation's error, or of its underlying system error.
    static func reason(for error: any Error) -> String {
        let outer = error as NSError
        let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
        switch (inner.domain, inner.code) {
        case (NSPOSIXErrorDomain, Int(ENOENT)): return "no such file"
        case (NSPOSIXErrorDomain, Int(EISDIR)): return "a directory, not a file"
        case (NSPOSIXErrorDomain, let code):
            return String(cString: strerror(Int32(truncatingIfNeeded: code))).lowercased()
        // The error of writing to a missing folder has no underlying error.
        case (NSCocoaErrorDomain, CocoaError.Code.fileNoSuchFile.rawValue): return "no such folder"
        case (NSCocoaErrorDomain, CocoaError.Code.fileWriteUnknown.rawValue): return "it may not grow further"
        default: return outer.localizedDescription
        }
    }
}
