/// The move of finished downloads to their destinations.
enum DownloadPlacement {
    /// Moves a temporary file to its destination by renaming it, so that the destination is never incomplete. Across
    /// file systems it renames a copy and removes the original.
    ///
    /// The file gets the permissions of the one that it replaces, or those of any new file, because temporary files are
    /// private, unless the options keep it so.
    ///
    /// - Throws: ``RequestError`` of kind ``RequestError/Kind/file``. Its underlying `CocoaError` has the code
    ///   `fileWriteUnknown` for a URL that is not a file's or names a directory, `fileWriteFileExists` and
    ///   `fileNoSuchFile` unless the options allow for them, and otherwise a code for the system's error. The temporary
    ///   file and the destination are then unchanged.
    static func place(_ temporary: URL, at destination: URL, options: DownloadOptions) throws(RequestError) {
        func error(
            _ reason: String, _ code: CocoaError.Code = .fileWriteUnknown, _ cause: (any Error)? = nil
        ) -> RequestError {
            let userInfo = cause.map { [NSUnderlyingErrorKey: $0] } ?? [:]
            return RequestError(
                .file, url: destination, reason: reason, underlyingError: CocoaError(code, userInfo: userInfo))
        }
        guard destination.isFileURL else {
            throw error("The destination is not a file's URL. Make one by URL(fileURLWithPath:).")
        }
        let directory = destination.deletingLastPathComponent()
        if options.contains(.createIntermediateDirectories) {
            do {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            } catch let cause {
                var code = systemError(of: cause).code
                if [.fileWriteUnknown, .fileWriteFileExists].contains(code) { code = .fileNoSuchFile }
                throw error("The directory cannot be created. Use another directory.", code, cause)
            }
        }
        switch try? FileManager.default.attributesOfItem(atPath: destination.path)[.type] as? FileAttributeType {
        case .typeDirectory?:
            throw error("The destination is a directory, which is never removed. Use the URL of a file in it.")
        // The link itself is replaced, not its target.
        case .typeRegular?, .typeSymbolicLink?, nil: break
        default: throw error("The destination exists and is not a regular file. Use another.")
        }
        do {
            try move(temporary, to: destination, options)
        } catch let failure {
            let system = systemError(of: failure)
            var code = system.code
            // If the directory exists, it is the temporary file that is missing.
            if code == .fileNoSuchFile, FileManager.default.fileExists(atPath: directory.path) {
                code = .fileWriteUnknown
            }
            let advice =
                switch code {
                case .fileWriteFileExists: "Use another name, or allow its removal by removePreviousFile."
                case .fileNoSuchFile: "Create the directory, or allow it by createIntermediateDirectories."
                case .fileWriteOutOfSpace: "Make room there, or use the URL of a file on another volume."
                default: "Use the URL of a file in a directory that can be written to."
                }
            let reason = (failure as? FileError)?.reason ?? "cannot be copied: \(failure.localizedDescription)"
            let problem = code == .fileWriteFileExists ? "There is a file of that name already" : "The file \(reason)"
            throw error("\(problem). \(advice)", code, system.cause)
        }
    }

    /// Moves a private file, which is given its permissions last.
    private static func move(_ temporary: URL, to destination: URL, _ options: DownloadOptions) throws {
        func rename(_ source: URL) throws(FileError) {
            try options.contains(.removePreviousFile)
                ? OpenFile.move(source, over: destination) : OpenFile.move(source, toFree: destination)
        }
        let permissions = try OpenFile.permissions(ofFileAt: destination)
        var file = try OpenFile.reading(temporary)
        do throws(FileError) {
            try rename(temporary)
        } catch {
            guard error.underlyingError.code == EXDEV else { throw error }
            let draft = destination.deletingLastPathComponent()
                .appendingPathComponent(".download-\(UUID().uuidString)", isDirectory: false)
            defer { try? FileManager.default.removeItem(at: draft) }
            try FileManager.default.copyItem(at: temporary, to: draft)
            file = try OpenFile.reading(draft)
            try rename(draft)
            try? FileManager.default.removeItem(at: temporary)
        }
        if !options.contains(.isPrivate) { file.setPermissions(permissions) }
    }

    /// Returns the system's error, which is under an error of `FileManager`, and the code for it.
    private static func systemError(of error: any Error) -> (code: CocoaError.Code, cause: NSError) {
        let error = (error as? FileError)?.underlyingError ?? error as NSError
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
        let code: CocoaError.Code =
            switch Int32(cause.domain == NSPOSIXErrorDomain ? cause.code : 0) {
            case EEXIST: .fileWriteFileExists
            case ENOENT: .fileNoSuchFile
            case EACCES, EPERM, EROFS: .fileWriteNoPermission
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            default: .fileWriteUnknown
            }
        return (code, cause)
    }
}
