extension HTTPResponseConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case acceptableStatusCodes, acceptableContentTypes, acceptableSuffixes, maximumBytes
    }

    /// The first and the last of a range of status codes. Foundation's own archive of an `IndexSet` ends the process
    /// when it is read with numbers that are not a range.
    private struct CodeRange: Codable {
        var first: Int
        var last: Int
    }

    /// Creates a configuration from an archive.
    ///
    /// - Throws: `DecodingError`, also for status codes that are not a range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let ranges = try container.decodeIfPresent([CodeRange].self, forKey: .acceptableStatusCodes)
        self.init(acceptableContentTypes: try container.decodeIfPresent(Set.self, forKey: .acceptableContentTypes))
        acceptableStatusCodes = try ranges?.reduce(into: IndexSet()) { codes, range in
            guard range.first >= 0, range.first <= range.last, range.last < Int.max - 1 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .acceptableStatusCodes, in: container,
                    debugDescription: "The status codes from \(range.first) to \(range.last) are not a range.")
            }
            codes.insert(integersIn: range.first...range.last)
        }
        acceptableSuffixes = try container.decode(Set.self, forKey: .acceptableSuffixes)
        maximumBytes = try container.decodeIfPresent(Int.self, forKey: .maximumBytes)
    }

    /// Archives every field.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let ranges = acceptableStatusCodes?.rangeView.map { CodeRange(first: $0.lowerBound, last: $0.upperBound - 1) }
        try container.encodeIfPresent(ranges, forKey: .acceptableStatusCodes)
        // Sorted, so that equal configurations have equal archives.
        try container.encodeIfPresent(acceptableContentTypes?.sorted(), forKey: .acceptableContentTypes)
        try container.encode(acceptableSuffixes.sorted(), forKey: .acceptableSuffixes)
        try container.encodeIfPresent(maximumBytes, forKey: .maximumBytes)
    }
}
