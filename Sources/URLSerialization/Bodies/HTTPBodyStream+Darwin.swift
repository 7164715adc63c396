#if canImport(Darwin)
    // Not run anywhere yet. It follows AFMultipartBodyStream, which has these methods because URLSession on Apple's
    // systems sends them to every stream, and InputStream's own fail for a subclass.
    extension HTTPBodyStream {
        /// Returns `nil`, since the stream has no properties.
        public override func property(forKey key: Stream.PropertyKey) -> Any? { nil }

        /// Returns false, since the stream has no properties.
        public override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool { false }

        /// Does nothing, since the stream sends no events.
        public override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

        /// Does nothing, since the stream sends no events.
        public override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

        @objc(_scheduleInCFRunLoop:forMode:)
        private func schedule(inCFRunLoop runLoop: CFRunLoop?, forMode mode: CFString?) {}

        @objc(_unscheduleFromCFRunLoop:forMode:)
        private func unschedule(fromCFRunLoop runLoop: CFRunLoop?, forMode mode: CFString?) {}

        @objc(_setCFClientFlags:callback:context:)
        private func setCFClient(
            flags: CFOptionFlags, callback: CFReadStreamClientCallBack?,
            context: UnsafeMutablePointer<CFStreamClientContext>?
        ) -> Bool { false }
    }
#endif
