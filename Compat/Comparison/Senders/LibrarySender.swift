import URLSerialization

/// One of this library's three serializers, or the first in the style of a framework that reads its query.
public struct LibrarySender: Sender {
    /// The serializer's name.
    public let name: String
    /// Notes on the use of the sender.
    public let notes: [String]
    /// The spelling of its query.
    public let queryForm: QueryForm
    /// The options of its style that its reader allows.
    public let options: Set<String>
    private let serializer: any RequestSerialization

    private init(
        name: String, notes: [String], serializer: any RequestSerialization, queryForm: QueryForm = QueryForm(),
        options: Set<String> = []
    ) {
        self.name = name
        self.notes = notes
        self.serializer = serializer
        self.queryForm = queryForm
        self.options = options
    }

    /// `HTTPRequestSerializer`: AFNetworking's query, which the others are compared with.
    public static let http = LibrarySender(
        name: "HTTPRequestSerializer", notes: ["Sends the bytes of AFNetworking 4.0.1."],
        serializer: HTTPRequestSerializer())

    /// `JSONRequestSerializer`.
    public static let json = LibrarySender(
        name: "JSONRequestSerializer",
        notes: ["Used with .sortedKeys: the default order of keys varies from run to run."],
        serializer: JSONRequestSerializer(writingOptions: .sortedKeys))

    /// `PropertyListRequestSerializer`.
    public static let propertyList = LibrarySender(
        name: "PropertyListRequestSerializer", notes: ["Used with its default format, XML."],
        serializer: PropertyListRequestSerializer(format: .xml))

    /// The style that PHP reads back.
    public static let php = styled("php")
    /// The style that Rack reads back.
    public static let rack = styled("rack")
    /// The style that qs reads back.
    public static let qs = styled("qs")
    /// The style that readers of flat queries read back.
    public static let flat = styled("flat")

    /// The presets by name.
    static let presets: [(name: String, style: QueryStyle, reader: String)] = [
        ("afNetworking", .afNetworking, ""), ("php", .php, "PHP"), ("rack", .rack, "Rack"), ("qs", .qs, "qs"),
        ("flat", .flat, "a reader of flat queries"), ("querystring", .querystring, "Node's querystring"),
        ("go", .go, "Go's net/url"),
    ]

    /// `HTTPRequestSerializer` in a query style.
    ///
    /// - Parameters:
    ///   - name: The preset: `php`, `rack`, `qs`, `flat`, `querystring`, `go` or `afNetworking`, also for any other
    ///     name.
    ///   - choices: The changes to the preset.
    public static func styled(_ name: String, _ choices: StyleChoices = StyleChoices()) -> LibrarySender {
        let preset = presets.first { $0.name == name } ?? presets[0]
        let style = choices.applied(to: preset.style)
        var serializer = HTTPRequestSerializer()
        serializer.configuration.queryStyle = style
        let reading = "\(preset.reader) reads back all but the types, or it is refused."
        let changes = "The style is \(choices.code(preset: preset.name).replacingOccurrences(of: "\n", with: "; "))."
        return LibrarySender(
            name: "QueryStyle.\(preset.name)",
            notes: [
                "HTTPRequestSerializer with this query style" + (preset.reader.isEmpty ? "." : ": \(reading)"),
                choices.isDefault ? nil : changes,
            ].compactMap { $0 },
            serializer: serializer, queryForm: QueryForm(style),
            options: Set(QueryStyle.options.map(\.name).filter { !isFixed($0, in: style) }.map { "style-\($0)" }))
    }

    /// Whether the framework of a style reads one form of keys alone.
    private static func isFixed(_ option: String, in style: QueryStyle) -> Bool {
        style.framework != nil && ["array", "key-path"].contains(option)
    }

    /// The request with the payload's parameters.
    public func request(for payload: Payload, startingFrom request: URLRequest) throws -> URLRequest {
        try serializer.serialize(request, with: payload.parameters)
    }

    /// Every value and key of the payload that the serializer refuses.
    public func problems(of payload: Payload, error: any Error, startingFrom request: URLRequest) -> [String] {
        guard let value = try? payload.value.get() else { return [] }
        return PayloadProblems.messages(of: error, in: value) { _ = try serializer.serialize(request, with: $0) }
    }
}

extension QueryForm {
    /// The spelling of a query style.
    fileprivate init(_ style: QueryStyle) {
        switch style.arrays {
        case .brackets, .custom: arrays = .brackets
        case .indices: arrays = .indices
        case .indicesWhereNested: arrays = .indicesWhereNested
        case .repeated: arrays = .bare
        case .commaSeparated: (arrays, joinsArrays) = (.bare, true)
        }
        if case .dots = style.keyPaths { separatesKeysByDots = true }
        if case .asGiven = style.keys {} else { keyConversion = .names(style.keys) }
        spacesArePluses = style.spaces == .plus
        isReadBack = style.framework != nil
    }
}
