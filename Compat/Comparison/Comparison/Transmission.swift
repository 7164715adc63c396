import AlamofireCompat
import URLSerialization

/// A sender's request for a payload, read back into pairs, each with the leaf of the payload that it carries.
struct Transmission {
    let sender: Sender
    /// The request, or the reason for its absence.
    let result: Result<SentRequest, Refusal>
    /// The body as a tree, for forms that are one.
    let body: SentValue?
    /// The request's pairs in its order.
    let alignment: Alignment

    /// Sends a payload.
    ///
    /// - Parameter earlier: The transmissions of other senders: a body that is one of theirs is not read again.
    init(
        of sender: Sender, for payload: Payload, _ marks: Marks, startingFrom base: URLRequest,
        after earlier: [Transmission] = []
    ) {
        self.sender = sender
        do {
            let request = SentRequest(try sender.request(for: payload, startingFrom: base), from: base)
            let twin = earlier.first { $0.isTwin(of: request, sender) }
            body = try twin?.body ?? Self.tree(of: request)
            if let twin {
                alignment = twin.alignment
            } else if let body {
                alignment = Alignment(
                    ofBody: SentPair.pairs(of: body, isJSON: request.form == .json), marks.leaves, form: sender.form)
            } else {
                alignment = Alignment(
                    ofQuery: sender.pairs(of: request), marks, form: sender.form, isSorted: sender.sendInOrder != nil
                ) { marked, isInOrder in
                    let send = isInOrder ? sender.sendInOrder ?? sender.send : sender.send
                    let sent = try? send(marked ?? payload, base)
                    return sent.map { sender.pairs(of: SentRequest($0, from: base)) }
                }
            }
            result = .success(request)
        } catch {
            (body, alignment) = (nil, .none(marks.leaves))
            result = .failure(sender.refusal(of: payload, by: error, startingFrom: base))
        }
    }

    var request: SentRequest? { try? result.get() }

    /// Whether a request has the same body, which is no form.
    func isTwin(of other: SentRequest, _ sender: Sender) -> Bool {
        body != nil && request?.body == other.body && request?.form == other.form
            && self.sender.form.snakeCasesProperties == sender.form.snakeCasesProperties
    }

    private static func tree(of request: SentRequest) throws -> SentValue? {
        guard let body = request.body else { return nil }
        return switch request.form {
        case .query: nil
        case .json: SentValue(try JSONValue.readPayload(body))
        case .propertyList: SentValue(try JSONValue.readPropertyList(body))
        }
    }
}

extension Sender {
    fileprivate func pairs(of request: SentRequest) -> [SentPair] {
        SentPair.pairs(ofQuery: request.query, spacesArePluses: form.spacesArePluses)
    }
}

/// A sender's refusal of a payload.
package struct Refusal: Error, Sendable, Equatable {
    /// The error's domain; `nil` where it has none, or where it is the comparison that cannot use the sender.
    package let domain: String?
    /// The error's code; `nil` with the domain.
    package let code: Int?
    /// The error's message.
    package let message: String
    /// The messages for all problems of the payload, the error's first.
    package let problems: [String]

    /// Creates a refusal with the innermost error's message: Foundation's errors wrap it.
    init(_ error: any Error, problems: [String] = []) {
        let outer = error as NSError
        // Alamofire's errors have cases; their domain and code, which are Swift's, mean nothing.
        let hasCode = !(error is SenderError || error is AFError)
        domain = hasCode ? outer.domain : nil
        code = hasCode ? outer.code : nil
        message = Self.message(of: error, depthLeft: 8)
        self.problems = problems.isEmpty ? [message] : problems
    }

    private static func message(of error: any Error, depthLeft: Int) -> String {
        if case EncodingError.invalidValue(_, let context) = error {
            if let underlying = context.underlyingError, depthLeft > 0 {
                return message(of: underlying, depthLeft: depthLeft - 1)
            }
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
        }
        if case AFError.parameterEncoderFailed(.encoderFailed(URLEncodedFormEncoder.Error.invalidRootObject)) = error {
            return "URLEncodedFormEncoder takes a model with keys at the top (invalidRootObject)."
        }
        if let error = error as? RequestSerializationError { return error.description }
        if let error = error as? any CustomStringConvertible & LocalizedError { return error.description }
        if let error = error as? PayloadError { return "The result cannot be read back: it \(error.reason)." }
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error, depthLeft > 0 {
            return message(of: underlying, depthLeft: depthLeft - 1)
        }
        return error.userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
    }
}

extension Sender {
    /// The refusal of a payload for which an error was thrown.
    func refusal(of payload: Payload, by error: any Error, startingFrom request: URLRequest) -> Refusal {
        Refusal(error, problems: problems(payload, error, request))
    }
}
