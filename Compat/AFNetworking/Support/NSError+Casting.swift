#if !canImport(ObjectiveC)
    import URLSerializationSession

    // Casts between NSError and the errors beneath those that managers report, which Apple's systems have in the
    // language: both `error as? NSError` and `error as? URLError` succeed there. On Linux the runtime consults these
    // conformances.
    extension URLError: @retroactive _ObjectiveCBridgeable {}
    extension SessionError: _ObjectiveCBridgeable {}

    extension _ObjectiveCBridgeable where Self: CustomNSError, _ObjectiveCType == NSError {
        /// Returns the equivalent `NSError`.
        public func _bridgeToObjectiveC() -> NSError { .bridging(self) }

        /// Sets the error that the `NSError` stands for, or `nil`.
        public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout Self?) {
            result = original(of: error)
        }

        /// Sets the error that the `NSError` stands for, or `nil`, and returns whether there is one.
        public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout Self?) -> Bool {
            result = original(of: error)
            return result != nil
        }

        /// Returns the error that the `NSError` stands for, which must be of this type.
        public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> Self {
            guard let error, let original = original(of: error) else { preconditionFailure("Not a \(Self.self)") }
            return original
        }

        private static func original(of error: NSError) -> Self? {
            guard error.domain == errorDomain else { return nil }
            if Self.self is URLError.Type { return URLError(_nsError: error) as? Self }
            guard let beneath = error.userInfo[NSUnderlyingErrorKey], type(of: beneath) is Self.Type else { return nil }
            return beneath as? Self
        }
    }
#endif
