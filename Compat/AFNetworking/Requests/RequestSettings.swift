import URLSerialization

/// What a request serializer holds behind its lock. Each class has what its superclass has; the rest keeps its default.
struct RequestSettings: Sendable {
    var configuration = HTTPRequestConfiguration()
    var writingOptions: JSONSerialization.WritingOptions = []
    var dateStrategy = DateStrategy.refused
    var dataStrategy = DataStrategy.refused
    var format = PropertyListSerialization.PropertyListFormat.xml
    var writeOptions: PropertyListSerialization.WriteOptions = 0

    /// The settings that can be archived: without closures, as AFNetworking archives them.
    ///
    /// A query style and strategies with closures, which AFNetworking has not, are archived as its own.
    var archivable: RequestSettings {
        var settings = self
        settings.configuration.queryString = nil
        func isArchivable(_ choice: some Encodable) -> Bool { (try? JSONEncoder().encode([choice])) != nil }
        if !isArchivable(configuration.queryStyle) { settings.configuration.queryStyle = .afNetworking }
        if !isArchivable(dateStrategy) { settings.dateStrategy = .refused }
        if !isArchivable(dataStrategy) { settings.dataStrategy = .refused }
        return settings
    }
}

/// A core serializer that a class of this module stands for.
typealias CoreRequestSerializer = HTTPRequestSerialization & Codable
