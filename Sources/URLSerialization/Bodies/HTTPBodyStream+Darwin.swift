#if canImport(Darwin)
    // Not run anywhere yet: written after AFMultipartBodyStream, which has these methods because URLSession on Apple's
    // systems sends them to every stream it is given, and those of InputStream fail for a subclass.
    extension HTTPBodyStream {
        /// There are no properties.
        public override func property(forKey key: Stream.PropertyKey) -> Any? { nil }

        /// There are no properties.
        public override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool { false }

        /// Does nothing: the stream is read when it is asked, and announces nothing.
        public override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

        /// Does nothing: the stream is read when it is asked, and announces nothing.
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
