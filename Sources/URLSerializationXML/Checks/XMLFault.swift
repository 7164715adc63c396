/// The errors of the checks, with libxml2's codes and Foundation's domain.
enum XMLFault {
    /// libxml2's codes (`xmlParserErrors`), which `XMLParser.ErrorCode` repeats in part.
    enum Code: Int {
        case internalError = 1
        case documentStart = 3
        case documentEmpty = 4
        case documentEnd = 5
        case invalidCharacter = 9
        case parameterEntityInInternalSubset = 21
        case undeclaredEntity = 26
        case unsupportedEncoding = 32
        case ltInAttribute = 38
        case attributeNotStarted = 39
        case attributeNotFinished = 40
        case commentNotFinished = 45
        case processingInstructionNotFinished = 47
        case declarationNotFinished = 57
        case documentTypeNotFinished = 61
        case cdataNotFinished = 63
        case nameRequired = 68
        case gtRequired = 73
        case tagNameMismatch = 76
        case tagNotFinished = 77
        case invalidEncoding = 81
        case entityLoop = 89
    }

    /// Foundation's domain, which is `NSXMLParserErrorDomain` on every platform.
    static let domain = XMLParser.errorDomain

    static func fault(_ code: Code, _ reason: String, at position: Int? = nil) -> UndecodableData {
        let place = position.map { " at byte \($0) of the text" } ?? ""
        return UndecodableData(
            "The data is not XML that can be read: \(reason)\(place).", domain: domain, code: code.rawValue)
    }

    /// Returns the error as an `NSError`, for a parser's delegate.
    static func nsError(_ error: UndecodableData) -> NSError {
        NSError(domain: error.domain, code: error.code, userInfo: [NSLocalizedDescriptionKey: error.reason])
    }

    /// Whether a document is well-formed despite an error that libxml2 reports. Such errors are warnings, violations of
    /// the rules for namespaces, such as an undeclared prefix (200 to 205), and violations of a document type (500 to
    /// 541). libxml2 continues to parse after them.
    static func isTolerable(code: Int) -> Bool {
        switch code {
        case 27, 93, 97...100, 102, 106, 107, 200...205, 500...541: true
        default: false
        }
    }
}
