import AlamofireEncoders
import URLSerialization

/// A serializer or an encoder that makes a request from a payload, in the way that programs use it.
public struct Sender: Sendable {
    /// A closure that returns the request for a payload, made from another request.
    typealias Send = @Sendable (_ payload: Payload, _ request: URLRequest) throws -> URLRequest

    /// The type's name, short enough for the heading of a column.
    public let name: String
    /// The name on the command line and in narrow tables.
    public let shortName: String
    /// Notes on settings that are not the defaults, and on what a program must add, a sentence each.
    package var notes: [String] = []
    /// The Swift code that makes the encoder; `""` for one without settings.
    var code = ""
    /// The spelling of the sender's query or body.
    var form = QueryForm()
    /// The names of the command-line options that change the sender's requests.
    package var options: Set<String> = []
    let send: Send
    /// A closure that sends without sorting the pairs by their text; `nil` for a sender that does not sort them.
    var sendInOrder: Send?
    /// A closure that returns the messages for all problems of a refused payload; empty if no more are known.
    var problems: @Sendable (Payload, any Error, URLRequest) -> [String] = { _, _, _ in [] }

    /// The kind of its bodies; `""` for forms.
    var kind: String { shortName.hasPrefix("json") ? "JSON" : shortName.hasPrefix("plist") ? "Property lists" : "" }
}

/// The tool's own refusal to use a sender on a payload.
struct SenderError: LocalizedError, CustomStringConvertible {
    let description: String
}

extension Sender {
    /// Creates a sender from a closure.
    ///
    /// - Parameters:
    ///   - name: The name in the report.
    ///   - send: Returns the request that sends a payload's parameters.
    public init(
        _ name: String, send: @escaping @Sendable (_ parameters: Any, _ request: URLRequest) throws -> URLRequest
    ) {
        self.init(name: name, shortName: name) { try send($0.parameters, $1) }
    }

    /// The encoder that was last tried, and the server for which, for a line of progress; `""` before the first.
    package static let tried = Locked("")

    // MARK: - Tables

    /// The senders that are compared by default, with their default settings.
    public static var all: [Sender] { all(EncoderChoices()) }

    /// Returns the senders that are compared by default: those of query strings, then of JSON, then of property lists.
    /// A query style is added if a value is chosen for it.
    package static func all(_ choices: EncoderChoices) -> [Sender] {
        standard(choices) + (choices.hasDefaultStyle ? [] : [styled("style", choices)])
    }

    private static func standard(_ choices: EncoderChoices) -> [Sender] {
        [
            http, urlEncoding(choices), urlForm(choices), urlComponents, json, jsonEncoding, jsonParameters(choices),
            jsonEncoder(choices), propertyList, propertyListEncoder,
        ]
    }

    /// Returns every sender: the standard ones, and one for each style of queries.
    package static func every(_ choices: EncoderChoices = EncoderChoices()) -> [Sender] {
        standard(choices) + (presets.compactMap(\.dialect?.rawValue) + ["style"]).map { styled($0, choices) }
    }

    /// The names of the senders: `HTTPRequestSerializer (http)`.
    package static var names: [String] {
        every().map { $0.name.lowercased() == $0.shortName ? $0.name : "\($0.name) (\($0.shortName))" }
    }

    // MARK: - This library's serializers

    /// `HTTPRequestSerializer`: AFNetworking's query, which the others are compared with.
    public static let http = library(
        "HTTPRequestSerializer", "http", "Sends the bytes of AFNetworking 4.0.1.", HTTPRequestSerializer())

    /// AFNetworking's query with base 64 for bytes, for which AFNetworking has no stable text.
    static let httpWithBytes = library(
        http.name, "http", "", HTTPRequestSerializer(style: QueryStyle(data: .base64)))

    /// This library's `JSONRequestSerializer`, with sorted keys.
    public static let json = library(
        "JSONRequestSerializer", "json", sortedNote, JSONRequestSerializer(writingOptions: .sortedKeys))

    /// This library's `PropertyListRequestSerializer`, which writes XML.
    public static let propertyList = library(
        "PropertyListRequestSerializer", "plist", "Used with its default format, XML.",
        PropertyListRequestSerializer(format: .xml))

    /// The presets that a framework reads, one for each dialect, whose name is the preset's.
    static let presets: [QueryStyle] = [
        .php, .laravel, .rack, .rails, .qs, .express4, .flat, .querystring, .go, .spring, .aspNetCore, .phoenix,
    ]

    /// Returns `HTTPRequestSerializer` with a query style.
    ///
    /// - Parameters:
    ///   - name: The preset: the name of a dialect. Any other name means `afNetworking`, whose sender is named `style`.
    ///   - choices: The changes to the preset.
    package static func styled(_ name: String, _ choices: EncoderChoices = EncoderChoices()) -> Sender {
        let style = choices.settings(presets.first { $0.dialect?.rawValue == name } ?? .afNetworking).style
        let presetName = style.dialect?.rawValue ?? "afNetworking"
        let reader = ["querystring": "Node's querystring", "go": "Go's net/url"][name] ?? style.dialect?.name
        let reading = reader.map { ": \($0) reads back all but the types, or it is refused." } ?? "."
        var sender = library(
            "QueryStyle.\(presetName)", style.dialect?.rawValue.lowercased() ?? "style",
            "HTTPRequestSerializer with this query style\(reading)", HTTPRequestSerializer(style: style))
        sender.code = "HTTPRequestSerializer()"
        if !choices.hasDefaultStyle {
            let changes = choices.chosen(EncoderOption.styles).map { "style.\($0.option.label) = \($0.choice.code)" }
            let statements = ["var style = QueryStyle.\(presetName)"] + changes
            sender.notes.append("The style is \(statements.joined(separator: "; ")).")
            sender.code = (statements + ["let serializer = HTTPRequestSerializer(style: style)"])
                .joined(separator: "\n")
        }
        sender.form = QueryForm(style: style)
        // The framework of a style reads only one form of keys.
        let fixed: Set = style.dialect == nil ? [] : ["style-array", "style-key-path"]
        sender.options = Set(EncoderOption.styles.map(\.name)).subtracting(fixed)
        return sender
    }

    static func library(
        _ name: String, _ shortName: String, _ note: String, _ serializer: any RequestSerialization, code: String = ""
    ) -> Sender {
        Sender(name: name, shortName: shortName, notes: [note], code: code) {
            try serializer.serialize($1, with: $0.parameters)
        } problems: { payload, error, request in
            guard let value = try? payload.value.get() else { return [] }
            return PayloadProblems.messages(of: error, in: value) { _ = try serializer.serialize(request, with: $0) }
        }
    }

    // MARK: - Alamofire's encoders

    /// Returns Alamofire's `URLEncoding`, which receives a `[String: Any]`. Choices that it lacks have no effect.
    package static func urlEncoding(_ choices: EncoderChoices = EncoderChoices()) -> Sender {
        let (encoding, code) = choices.urlEncoding
        let notes = [
            "Used as \(code), given a [String: Any].",
            "Alamofire leaves the order within nested dictionaries open; here they are sorted.",
        ]
        return Sender(
            name: "URLEncoding", shortName: "urlencoding", notes: notes, code: code,
            form: QueryForm(style: QueryStyle(arrays: choices.form.style.arrays)), options: EncoderOption.urlEncoding
        ) { payload, request in
            guard let parameters = payload.untyped as? [String: Any] else {
                throw SenderError(description: "URLEncoding takes a dictionary with keys that are strings.")
            }
            return try encoding.encode(request, with: parameters)
        }
    }

    /// Returns Alamofire's `URLEncodedFormParameterEncoder`, which receives a model.
    package static func urlForm(_ choices: EncoderChoices = EncoderChoices()) -> Sender {
        func send(_ encoder: URLEncodedFormParameterEncoder) -> Send {
            { try encoder.encode($0.model(), into: $1) }
        }
        let (encoder, code) = choices.formParameterEncoder
        let isSorted = encoder.encoder.alphabetizeKeyValuePairs
        let order = "All pairs are sorted by their percent-encoded text, an array's elements too."
        var unsorted = choices
        unsorted.choose("no", for: "alphabetize")
        return Sender(
            name: "URLEncodedFormParameterEncoder", shortName: "urlform",
            notes: ["Used as \(code), given a model with the payload's keys."] + (isSorted ? [order] : []), code: code,
            form: choices.form, options: Set(EncoderOption.encoders.map(\.name)), send: send(encoder),
            sendInOrder: isSorted ? send(unsorted.formParameterEncoder.encoder) : nil)
    }

    /// Alamofire's `JSONEncoding`, which receives the objects that `JSONSerialization` accepts.
    package static let jsonEncoding = Sender(
        name: "JSONEncoding", shortName: "jsonencoding", notes: [sortedNote, bodyNote]
    ) {
        try JSONEncoding(options: .sortedKeys).encode($1, withJSONObject: $0.untyped)
    }

    /// Returns Alamofire's `JSONParameterEncoder`, which receives a model. Choices that its encoder lacks have no
    /// effect.
    package static func jsonParameters(_ choices: EncoderChoices = EncoderChoices()) -> Sender {
        let encoder = JSONParameterEncoder(encoder: choices.jsonEncoder.encoder)
        return model("JSONParameterEncoder", "jsonparameters", choices, bodyNote) {
            try encoder.encode($0.value.get(), into: $1)
        }
    }

    // MARK: - Foundation's encoders

    /// Returns Foundation's `JSONEncoder`, whose result becomes the body. Choices that it lacks have no effect.
    package static func jsonEncoder(_ choices: EncoderChoices = EncoderChoices()) -> Sender {
        let encoder = choices.jsonEncoder.encoder
        return model("JSONEncoder", "jsonencoder", choices, contentTypeNote) {
            $1.with(body: try encoder.encode($0.value.get()), contentType: "application/json")
        }
    }

    private static func model(
        _ name: String, _ shortName: String, _ choices: EncoderChoices, _ note: String, send: @escaping Send
    ) -> Sender {
        Sender(
            name: name, shortName: shortName, notes: [sortedNote] + choices.jsonEncoder.notes + [note],
            options: Set(EncoderOption.jsonEncoder.keys), send: send)
    }

    /// Foundation's `PropertyListEncoder`, whose result becomes the body.
    ///
    /// The sender refuses a date that XML cannot represent, which the encoder would write as an invalid list.
    package static let propertyListEncoder = Sender(
        name: "PropertyListEncoder", shortName: "plistencoder",
        notes: ["Used with the format XML, to be read; its default is binary.", contentTypeNote]
    ) { payload, request in
        let value = try payload.value.get()
        for leaf in value.hasDates ? payload.leaves : [] where leaf.value.date != nil {
            _ = try text(ofDate: leaf.value, at: leaf.path.text)
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return request.with(body: try encoder.encode(value), contentType: "application/x-plist")
    }

    /// Foundation's `URLComponents`, with a query item for each key at the top.
    ///
    /// A query item has a name and a text. The usual way to make the text is string interpolation, and an array repeats
    /// its name. There is no usual way for a dictionary or an array of dictionaries, so they are omitted.
    public static let urlComponents = Sender(
        name: "URLComponents", shortName: "urlcomponents",
        notes: [
            "One URLQueryItem for each key at the top, its value \"\\(value)\"; an array of scalars repeats its name.",
            "In the URL for GET, HEAD and DELETE, otherwise percentEncodedQuery is the body.",
        ], form: QueryForm(style: QueryStyle(arrays: .repeated), writesNestedCollections: false)
    ) { payload, request in
        guard case .dictionary(let entries) = try payload.value.get() else {
            throw SenderError(description: "Query items need a dictionary at the top.")
        }
        let items = try entries.flatMap { key, value -> [URLQueryItem] in
            let isList = if case .dictionary = value { false } else { !value.children.isEmpty }
            return try (isList ? value.children.map(\.value) : [value]).compactMap { try item(for: $0, named: key) }
        }
        var request = request
        let isInURL = ["GET", "HEAD", "DELETE"].contains(request.httpMethod ?? "")
        let url = isInURL ? request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) } : nil
        var components = url ?? URLComponents()
        components.queryItems = (components.queryItems ?? []) + items
        if isInURL, !items.isEmpty { request.url = components.url }
        let body = Data((components.percentEncodedQuery ?? "").utf8)
        return isInURL ? request : request.with(body: body, contentType: "application/x-www-form-urlencoded")
    }

    private static func item(for value: ParameterValue, named name: String) throws -> URLQueryItem? {
        switch value {
        case .array, .set, .dictionary: return nil
        case .null: return URLQueryItem(name: name, value: nil)
        case .url(let url): return URLQueryItem(name: name, value: url.absoluteString)
        // Interpolating a date that is not a number is fatal; the query's text of any other is the same.
        case .date: return URLQueryItem(name: name, value: try text(ofDate: value, at: name))
        default: return URLQueryItem(name: name, value: "\(UntypedParameters(isSwift: true).value(value))")
        }
    }

    /// Returns the query's text of a date. Encoders and interpolation may accept a date that they should refuse.
    private static func text(ofDate value: ParameterValue, at place: String) throws -> String {
        if let text = PayloadLeaf(path: PayloadPath(), value: value).queryText { return text }
        throw SenderError(description: "\(place) is a date outside the years 1 to 9999.")
    }

    private static let sortedNote = "Used with .sortedKeys: the default order of keys varies from run to run."
    private static let bodyNote = "The body is there for every method, and URLSession refuses it with GET."
    private static let contentTypeNote =
        "Makes only the body. Its user sets the Content-Type; the body is there for every method, "
        + "and URLSession refuses it with GET."
}
