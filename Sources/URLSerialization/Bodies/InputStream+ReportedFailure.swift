extension InputStream {
    /// Why the stream failed, as far as it can be asked.
    ///
    /// Foundation on Linux ends the process where it is asked for an error that there is not. A subclass can say that it
    /// has failed and leave the rest to Foundation, so there only Foundation's own streams and ours are asked.
    package var reportedFailure: (any Error)? {
        guard streamStatus == .error else { return nil }
        #if canImport(Darwin)
            return streamError
        #else
            return type(of: self) == InputStream.self || self is HTTPBodyStream ? streamError : nil
        #endif
    }
}
