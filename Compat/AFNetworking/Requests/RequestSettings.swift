import URLSerialization

/// The settings of a request serializer. Each class uses its own and its superclass's; the others keep their defaults.
struct RequestSettings: Sendable {
    var configuration = HTTPRequestConfiguration()
    var writingOptions: JSONSerialization.WritingOptions = []
    var dateStrategy = DateStrategy.refused
    var dataStrategy = DataStrategy.refused
    var nonConformingFloatStrategy = NonConformingFloatStrategy.refused
    var format = PropertyListSerialization.PropertyListFormat.xml
    var writeOptions: PropertyListSerialization.WriteOptions = 0

    /// The settings without closures, as AFNetworking archives them.
    ///
    /// A query style and strategies with closures, which AFNetworking does not have, are replaced by the defaults.
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

/// The core serializer behind a class of this module.
typealias CoreRequestSerializer = HTTPRequestSerialization & Codable
