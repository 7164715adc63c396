import Foundation

/// A file of the command line, or standard input.
struct InputFile {
    /// Its name in messages.
    let name: String
    private let path: String

    /// The file at a path; `-` is standard input.
    init(path: String) {
        self.path = path
        name = path == "-" ? "standard input" : path
    }

    /// Reads all of it, never more than the limit.
    ///
    /// - Throws: ``ToolError``.
    func read(limit: Int) throws -> Data {
        let handle = try open()
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: min(1 << 20, limit + 1 - data.count)) {
                if part.isEmpty { break }
                data.append(part)
            }
        } catch {
            throw ToolError(file: name, Self.reason(for: error))
        }
        guard data.count <= limit else {
            throw ToolError(file: name, "larger than \(limit / 1024 / 1024) MiB, the most that is read")
        }
        return data
    }

    private func open() throws -> FileHandle {
        if path == "-" { return .standardInput }
        if path.isEmpty { throw ToolError("the file name is empty") }
        if Self.isDirectory(path) { throw ToolError(file: name, "a directory, not a file") }
        do {
            return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw ToolError(file: name, Self.reason(for: error))
        }
    }

    /// Whether there is a directory at a path.
    static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// What Foundation's error says, by the system's own error where there is one.
    static func reason(for error: any Error) -> String {
        let outer = error as NSError
        let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
        switch (inner.domain, inner.code) {
        case (NSPOSIXErrorDomain, Int(ENOENT)): return "no such file"
        case (NSPOSIXErrorDomain, Int(EACCES)): return "permission denied"
        case (NSPOSIXErrorDomain, Int(EISDIR)): return "a directory, not a file"
        case (NSPOSIXErrorDomain, let code):
            return String(cString: strerror(Int32(truncatingIfNeeded: code))).lowercased()
        // Writing says no more than this where the folder is missing.
        case (NSCocoaErrorDomain, CocoaError.Code.fileNoSuchFile.rawValue): return "no such folder"
        default: return outer.localizedDescription
        }
    }
}
