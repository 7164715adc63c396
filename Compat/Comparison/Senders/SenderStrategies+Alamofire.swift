import AlamofireCompat
import URLSerialization

// A strategy as the encoders have it, and as a program spells it where it is not their default.

extension SenderStrategies {
    /// `URLEncoding` with these strategies, and the arguments it takes.
    var urlEncoding: (encoding: URLEncoding, code: String) {
        let destination: (URLEncoding.Destination, String?) =
            switch self.destination {
            case .method: (.methodDependent, nil)
            case .query: (.queryString, ".queryString")
            case .body: (.httpBody, ".httpBody")
            }
        let arrays: (URLEncoding.ArrayEncoding, String?) =
            switch arrayKeys {
            case .brackets: (.brackets, nil)
            case .noBrackets: (.noBrackets, ".noBrackets")
            case .index: (.indexInBrackets, ".indexInBrackets")
            }
        let booleans: (URLEncoding.BoolEncoding, String?) =
            switch self.booleans {
            case .numeric: (.numeric, nil)
            case .literal: (.literal, ".literal")
            }
        return (
            URLEncoding(destination: destination.0, arrayEncoding: arrays.0, boolEncoding: booleans.0),
            Self.call(
                "URLEncoding",
                [("destination", destination.1), ("arrayEncoding", arrays.1), ("boolEncoding", booleans.1)])
        )
    }

    /// `URLEncodedFormParameterEncoder` with these strategies, and the call that makes it.
    var formParameterEncoder: (encoder: URLEncodedFormParameterEncoder, code: String) {
        let (encoder, code) = formEncoder
        let destination: (URLEncodedFormParameterEncoder.Destination, String?) =
            switch self.destination {
            case .method: (.methodDependent, nil)
            case .query: (.queryString, ".queryString")
            case .body: (.httpBody, ".httpBody")
            }
        let isDefault = code.hasSuffix("()")
        return (
            URLEncodedFormParameterEncoder(encoder: encoder, destination: destination.0),
            Self.call(
                "URLEncodedFormParameterEncoder",
                [("encoder", isDefault ? nil : code), ("destination", destination.1)])
        )
    }

    private var formEncoder: (encoder: URLEncodedFormEncoder, code: String) {
        let encoder = URLEncodedFormEncoder(
            alphabetizeKeyValuePairs: alphabetizes, arrayEncoding: arrayEncoding.0, boolEncoding: boolEncoding.0,
            dataEncoding: dataEncoding.0, dateEncoding: dateEncoding.0, keyEncoding: keyEncoding.0,
            keyPathEncoding: keyPathEncoding.0, nilEncoding: nilEncoding.0, spaceEncoding: spaceEncoding.0)
        let arguments: [(String, String?)] = [
            ("alphabetizeKeyValuePairs", alphabetizes ? nil : "false"), ("arrayEncoding", arrayEncoding.1),
            ("boolEncoding", boolEncoding.1), ("dataEncoding", dataEncoding.1), ("dateEncoding", dateEncoding.1),
            ("keyEncoding", keyEncoding.1), ("keyPathEncoding", keyPathEncoding.1), ("nilEncoding", nilEncoding.1),
            ("spaceEncoding", spaceEncoding.1),
        ]
        return (encoder, Self.call("URLEncodedFormEncoder", arguments))
    }

    private var arrayEncoding: (URLEncodedFormEncoder.ArrayEncoding, String?) {
        switch arrayKeys {
        case .brackets: (.brackets, nil)
        case .noBrackets: (.noBrackets, ".noBrackets")
        case .index: (.indexInBrackets, ".indexInBrackets")
        }
    }

    private var boolEncoding: (URLEncodedFormEncoder.BoolEncoding, String?) {
        switch booleans {
        case .numeric: (.numeric, nil)
        case .literal: (.literal, ".literal")
        }
    }

    private var dataEncoding: (URLEncodedFormEncoder.DataEncoding, String?) {
        switch bytes {
        case .base64: (.base64, nil)
        case .deferred: (.deferredToData, ".deferredToData")
        }
    }

    private var dateEncoding: (URLEncodedFormEncoder.DateEncoding, String?) {
        switch dates {
        case .deferred: (.deferredToDate, nil)
        case .seconds: (.secondsSince1970, ".secondsSince1970")
        case .milliseconds: (.millisecondsSince1970, ".millisecondsSince1970")
        case .iso8601: (.iso8601, ".iso8601")
        }
    }

    var keyEncoding: (URLEncodedFormEncoder.KeyEncoding, String?) {
        switch keys {
        case .unchanged: (.useDefaultKeys, nil)
        case .snake: (.convertToSnakeCase, ".convertToSnakeCase")
        case .kebab: (.convertToKebabCase, ".convertToKebabCase")
        case .capitalized: (.capitalized, ".capitalized")
        case .uppercased: (.uppercased, ".uppercased")
        case .lowercased: (.lowercased, ".lowercased")
        }
    }

    private var keyPathEncoding: (URLEncodedFormEncoder.KeyPathEncoding, String?) {
        switch keyPaths {
        case .brackets: (.brackets, nil)
        case .dots: (.dots, ".dots")
        }
    }

    private var nilEncoding: (URLEncodedFormEncoder.NilEncoding, String?) {
        switch nulls {
        case .dropKey: (.dropKey, nil)
        case .dropValue: (.dropValue, ".dropValue")
        case .null: (.null, ".null")
        }
    }

    private var spaceEncoding: (URLEncodedFormEncoder.SpaceEncoding, String?) {
        switch spaces {
        case .percent: (.percentEscaped, nil)
        case .plus: (.plusReplaced, ".plusReplaced")
        }
    }

    private static func call(_ type: String, _ arguments: [(label: String, value: String?)]) -> String {
        let given = arguments.compactMap { label, value in value.map { "\(label): \($0)" } }
        return "\(type)(\(given.joined(separator: ", ")))"
    }
}
