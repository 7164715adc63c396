extension Request {
    /// Limits how long the body of the response may become, wherever it goes.
    ///
    /// A longer one ends the transfer with ``SessionError``, code ``SessionError/Code/bodyTooLarge``. Bytes are counted
    /// as they are handed out, after URLSession has decompressed them; of a download that goes on, those that were there
    /// already count. Say it in the expression that makes the request.
    ///
    /// Without this call ``Session/maximumReceivedBytes`` holds, for a body that is kept in memory alone. Where all who
    /// wait for the body are serializers with `maximumBytes`, the largest of these ends the transfer as well.
    ///
    /// - Parameter bytes: The number of bytes, or `nil` for no limit.
    @discardableResult
    public func limitReceivedBytes(to bytes: Int64?) -> Self {
        record.withLock { $0.bodyLimit.choice = .own(bytes) }
        return self
    }

    /// Notes a serializer that reads the body.
    func addReader(serializer: any ResponseSerialization) {
        addReader((serializer as? any HTTPResponseSerialization)?.configuration)
    }

    /// Notes one who reads the body: all of it, or up to the configuration's `maximumBytes` where it has them.
    package func addReader(_ configuration: HTTPResponseConfiguration?) {
        record.withLock { $0.bodyLimit.addReader(configuration) }
    }

    /// The error of a body that is longer than anyone takes; `nil` if it is not.
    func excess(_ length: Int64, of response: URLResponse?, isInMemory: Bool) -> (any Error)? {
        record.withLock { $0.bodyLimit }.error(
            for: length, of: response, sessionLimit: session.maximumReceivedBytes, isInMemory: isInMemory)
    }
}
