// Names in old code that Foundation on Linux does not have.
#if !canImport(ObjectiveC)
    extension AFHTTPRequestSerializer {
        /// Does nothing: a setting applies to requests whether it is observed or not.
        public func willChangeValue(forKey key: String) {}

        /// Does nothing: see ``willChangeValue(forKey:)``.
        public func didChangeValue(forKey key: String) {}
    }
#endif
