/// The move of finished downloads to their destinations.
package enum DownloadPlacement {
    /// Moves a temporary file to its destination by renaming it, so that the destination is never incomplete. Across
    /// file systems it renames a copy and removes the original.
    ///
    /// The file gets the permissions of the one that it replaces, or those of any new file: temporary files are
    /// private.
    ///
    /// - Throws: ``SessionError`` with code ``SessionError/Code/unusableDestination`` for a URL that is not a file's or
    ///   names a directory, ``SessionError/Code/destinationExists`` and ``SessionError/Code/missingDirectory`` as far
    ///   as the options do not allow for them, and a code for the system's error otherwise. The temporary file and the
    ///   destination are then unchanged.
    package static func place(
        _ temporary: URL, at destination: URL, options: DownloadOptions
    ) throws(SessionError) {
        guard destination.isFileURL else {
            throw error(destination, "The destination is not a file's URL. Make one by URL(fileURLWithPath:).")
        }
        if options.contains(.createIntermediateDirectories) { try createDirectory(of: destination) }
        let type = try? FileManager.default.attributesOfItem(atPath: destination.path)[.type] as? FileAttributeType
        switch type {
        case .typeDirectory?:
            throw error(
                destination, "The destination is a directory, which is never removed. Use the URL of a file in it.")
        // The link itself is replaced, not its target.
        case .typeRegular?, .typeSymbolicLink?:
            guard options.contains(.removePreviousFile) else { throw fileInTheWay(destination) }
        case nil: break
        default: throw error(destination, "The destination exists and is not a regular file. Use another.")
        }
        do throws(FileFault) {
            try move(temporary, to: destination, isReplacing: type != nil)
        } catch {
            var code = code(of: error.underlyingError)
            let directory = destination.deletingLastPathComponent().path
            // If the directory exists, it is the temporary file that is missing.
            if code == .missingDirectory, FileManager.default.fileExists(atPath: directory) {
                code = .unusableDestination
            }
            let advice: String
            switch code {
            // Another process has created the file since the check above.
            case .destinationExists: throw fileInTheWay(destination)
            case .missingDirectory: advice = "Create the directory, or allow it by createIntermediateDirectories."
            case .insufficientSpace: advice = "Make room there, or use the URL of a file on another volume."
            default: advice = "Use the URL of a file in a directory that can be written to."
            }
            throw Self.error(destination, "The file \(error.reason). \(advice)", error.underlyingError, code)
        }
    }

    private static func createDirectory(of destination: URL) throws(SessionError) {
        do {
            try FileManager.default.createDirectory(
                at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            let cause = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error) ?? error
            let code: SessionError.Code =
                switch code(of: cause) {
                case .unusableDestination, .destinationExists: .missingDirectory
                case let code: code
                }
            throw Self.error(destination, "The directory cannot be created. Use another directory.", error, code)
        }
    }

    /// Moves a private file, which is given its permissions last.
    private static func move(_ temporary: URL, to destination: URL, isReplacing: Bool) throws(FileFault) {
        let permissions = try OpenFile.permissions(ofFileAt: destination)
        var file = try OpenFile.reading(temporary)
        do throws(FileFault) {
            try rename(temporary, to: destination, isReplacing: isReplacing)
        } catch {
            guard error.underlyingError.code == EXDEV else { throw error }
            file = try moveCopy(of: file, to: destination, isReplacing: isReplacing)
            try? FileManager.default.removeItem(at: temporary)
        }
        file.setPermissions(permissions)
    }

    private static func rename(_ source: URL, to destination: URL, isReplacing: Bool) throws(FileFault) {
        try isReplacing ? OpenFile.move(source, over: destination) : OpenFile.move(source, toFree: destination)
    }

    /// Moves a copy of a file on another file system.
    private static func moveCopy(
        of source: OpenFile, to destination: URL, isReplacing: Bool
    ) throws(FileFault) -> OpenFile {
        let draft = destination.deletingLastPathComponent()
            .appendingPathComponent(".download-\(UUID().uuidString)", isDirectory: false)
        let file = try OpenFile.creating(draft, isPrivate: true)
        do throws(FileFault) {
            try copy(source, to: file)
            try rename(draft, to: destination, isReplacing: isReplacing)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
        return file
    }

    private static func copy(_ source: OpenFile, to target: OpenFile) throws(FileFault) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try source.read(into: buffer, at: offset)
            guard count > 0 else { return }
            try target.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += Int64(count)
        }
    }

    /// Returns the code for a system error.
    private static func code(of cause: any Error) -> SessionError.Code {
        let cause = cause as NSError
        switch (cause.domain, cause.code) {
        case (NSPOSIXErrorDomain, Int(EEXIST)): return .destinationExists
        case (NSPOSIXErrorDomain, Int(ENOENT)): return .missingDirectory
        case (NSPOSIXErrorDomain, Int(EACCES)), (NSPOSIXErrorDomain, Int(EPERM)), (NSPOSIXErrorDomain, Int(EROFS)),
            (NSCocoaErrorDomain, CocoaError.fileWriteNoPermission.rawValue),
            (NSCocoaErrorDomain, CocoaError.fileWriteVolumeReadOnly.rawValue):
            return .permissionDenied
        case (NSPOSIXErrorDomain, Int(ENOSPC)), (NSPOSIXErrorDomain, Int(EDQUOT)),
            (NSCocoaErrorDomain, CocoaError.fileWriteOutOfSpace.rawValue):
            return .insufficientSpace
        default: return .unusableDestination
        }
    }

    private static func fileInTheWay(_ destination: URL) -> SessionError {
        error(
            destination,
            "There is a file of that name already. Use another name, or allow its removal by removePreviousFile.",
            POSIXError(.EEXIST), .destinationExists)
    }

    private static func error(
        _ url: URL, _ reason: String, _ cause: (any Error)? = nil, _ code: SessionError.Code = .unusableDestination
    ) -> SessionError {
        SessionError(code, url: url, reason: reason, underlyingError: cause)
    }
}
