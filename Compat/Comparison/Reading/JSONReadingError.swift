import URLSerialization

/// The first place at which a text is not JSON.
package struct JSONReadingError: Error, Equatable, Sendable {
    /// The kind of error. More kinds may be added: switch over them with a `default`.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case empty, notUTF8, truncated, trailingText, unexpectedCharacter
            case invalidNumber, leadingZero, invalidEscape, controlCharacter, tooDeep
        }

        private let kind: Kind

        /// There is nothing but white space.
        package static let empty = Code(kind: .empty)
        /// A byte is not part of any UTF-8 sequence (RFC 3629).
        package static let notUTF8 = Code(kind: .notUTF8)
        /// The text ends inside a value.
        package static let truncated = Code(kind: .truncated)
        /// Something follows the document's value.
        package static let trailingText = Code(kind: .trailingText)
        /// A character stands where the grammar allows others.
        package static let unexpectedCharacter = Code(kind: .unexpectedCharacter)
        /// A number lacks digits after its sign, point or exponent.
        package static let invalidNumber = Code(kind: .invalidNumber)
        /// A number begins with a zero and goes on with another digit.
        package static let leadingZero = Code(kind: .leadingZero)
        /// A backslash is followed by something that makes no escape.
        package static let invalidEscape = Code(kind: .invalidEscape)
        /// A string has a character below U+0020 that is not escaped.
        package static let controlCharacter = Code(kind: .controlCharacter)
        /// Arrays and objects are nested too deep.
        package static let tooDeep = Code(kind: .tooDeep)

        /// The kind's name.
        package var description: String { kind.rawValue }
    }

    /// The kind of error.
    package let code: Code
    /// The line, counted from 1.
    package let line: Int
    /// The Unicode scalar within the line, counted from 1; where bytes are not UTF-8, the first of them.
    package let column: Int
    /// The reason, without a full stop.
    package let reason: String
}

extension JSONReadingError: CustomStringConvertible, LocalizedError {
    /// The place and the reason.
    package var description: String { "line \(line), column \(column): \(reason)" }
    /// The same as ``description``.
    package var errorDescription: String? { description }
}
