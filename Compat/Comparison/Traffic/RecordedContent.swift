import URLSerialization

/// The content of a request's body.
enum RecordedContent {
    case none
    /// A form, or the text of one that a multipart body's fields would make.
    case form(String)
    case parts([FormPart])
    case document(ParameterValue, isJSON: Bool)
    /// A body of any other kind, or one that its media type does not fit: the reason.
    case bytes(Data, reason: String?)

    init(of request: RecordedRequest) {
        let body = request.body ?? Data()
        switch request.mediaType {
        case _ where body.isEmpty: self = .none
        case let type where type.hasPrefix("multipart/"):
            let parts = FormPart.parts(of: request).map(RecordedContent.parts)
            self = parts ?? .bytes(body, reason: "no parts between the boundaries")
        case let type where type.hasSuffix("json") || type.hasSuffix("plist"):
            let (isJSON, name) = type.hasSuffix("json") ? (true, "JSON") : (false, "property list")
            do throws(PayloadError) {
                let value = try PayloadReader.document(body, isJSON ? .json : .xmlPropertyList).value
                self = .document(value, isJSON: isJSON)
            } catch {
                self = .bytes(body, reason: "no \(name): \(error.description)")
            }
        case "application/x-www-form-urlencoded" where body.firstInvalidUTF8 == nil:
            self = .form(String(decoding: body, as: UTF8.self))
        default: self = .bytes(body, reason: nil)
        }
    }

    /// The part of a request in which differences of the content are.
    var part: RequestDifference.Part {
        switch self {
        case .form: .form
        case .parts: .part
        case .document(_, let isJSON): isJSON ? .json : .list
        case .none, .bytes: .body
        }
    }

    /// The pairs of the form, or the leaves of the document.
    var pairs: [SentPair] {
        guard case .document(let value, let isJSON) = self else { return SentPair.pairs(ofQuery: form ?? "") }
        return PayloadLeaf.all(in: value).map { SentPair($0, isJSON: isJSON) }
    }

    /// Returns the kind and the size of the body that has the content, or `nil` for no body.
    func summary(of body: Data?) -> String? {
        let size = Report.count(body?.count ?? 0, "byte")
        return switch self {
        case .none: nil
        case .form: "a form of \(size)"
        case .parts(let parts): Report.count(parts.count, "part")
        case .document(_, let isJSON): "\(isJSON ? "JSON" : "a property list") of \(size)"
        case .bytes(_, let reason): size + (reason.map { " (\($0))" } ?? "")
        }
    }

    /// The form that a server reads: the pairs themselves, or the names of parts with their texts.
    var form: String? {
        switch self {
        case .form(let form): form
        case .parts(let parts):
            parts.map { part in
                [part.name ?? "", part.displayText].map(PercentEscaper.afNetworking.escape).joined(separator: "=")
            }.joined(separator: "&")
        default: nil
        }
    }
}
