import URLSerialization

extension URLSessionConfiguration {
    /// An ephemeral configuration whose requests wait while other tests use all threads.
    package static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }
}
