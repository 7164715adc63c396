import URLSerialization

/// The senders that a payload is compared with.
public enum Senders {
    /// A sender and its short name.
    private struct Known {
        let shortName: String
        let make: @Sendable (SenderStrategies, StyleChoices) -> any Sender
    }

    /// The senders of query strings, then of JSON, then of property lists.
    private static let known = [
        Known(shortName: "http") { _, _ in LibrarySender.http },
        Known(shortName: "urlencoding") { strategies, _ in URLEncodingSender(strategies) },
        Known(shortName: "urlform") { strategies, _ in FormParameterEncoderSender(strategies) },
        Known(shortName: "urlcomponents") { _, _ in URLComponentsSender() },
        Known(shortName: "json") { _, _ in LibrarySender.json },
        Known(shortName: "jsonencoding") { _, _ in JSONEncodingSender() },
        Known(shortName: "jsonparameters") { strategies, _ in JSONParameterEncoderSender(strategies) },
        Known(shortName: "jsonencoder") { strategies, _ in JSONEncoderSender(strategies) },
        Known(shortName: "plist") { _, _ in LibrarySender.propertyList },
        Known(shortName: "plistencoder") { _, _ in PropertyListEncoderSender() },
    ]

    /// This library's serializer in its query styles.
    private static let styles = ["php", "rack", "qs", "flat", "querystring", "go", "style"].map { name in
        Known(shortName: name) { _, style in LibrarySender.styled(name, style) }
    }

    /// The senders that are compared by default, with their defaults.
    public static var all: [any Sender] { all(SenderStrategies()) }

    /// The senders that are compared by default.
    ///
    /// - Parameters:
    ///   - strategies: The choices of Alamofire's encoders and `JSONEncoder`.
    ///   - style: The choices of a query style, which is one more sender unless they are empty.
    public static func all(_ strategies: SenderStrategies, style: StyleChoices = StyleChoices()) -> [any Sender] {
        known.map { $0.make(strategies, style) } + (style.isDefault ? [] : [LibrarySender.styled("style", style)])
    }

    /// Every sender.
    ///
    /// - Parameters:
    ///   - strategies: The choices of Alamofire's encoders and `JSONEncoder`.
    ///   - style: The choices of the query styles.
    public static func every(
        _ strategies: SenderStrategies = SenderStrategies(), style: StyleChoices = StyleChoices()
    ) -> [any Sender] {
        (known + styles).map { $0.make(strategies, style) }
    }

    /// The names of the senders: `HTTPRequestSerializer (http)`.
    public static var names: [String] {
        zip(known + styles, every()).map { known, sender in
            sender.name.lowercased() == known.shortName ? sender.name : "\(sender.name) (\(known.shortName))"
        }
    }

    /// The sender of a name, long or short, in any case, with its defaults; `nil` for an unknown name.
    ///
    /// A server's name is that of the style for it: `rails`, `.rails` or `QueryStyle.rails`.
    public static func named(_ name: String) -> (any Sender)? {
        let name = name.lowercased()
        let sender = zip(known + styles, every()).first { known, sender in
            [known.shortName, sender.name.lowercased()].contains(name)
        }?.1
        let style = name.split(separator: ".", omittingEmptySubsequences: false)
        guard sender == nil, style.count == 1 || style.count == 2 && ["", "querystyle"].contains(style[0]) else {
            return sender
        }
        return style.last.flatMap { QueryServer.named(String($0)) }.flatMap { server in
            LibrarySender.presets.first { $0.style.framework == server.framework }.map { LibrarySender.styled($0.name) }
        }
    }

    /// Whether a name is that of a sender of property lists.
    static func isPropertyList(_ name: String) -> Bool { shortName(of: name).hasPrefix("plist") }

    /// The short name of a sender, its own name for one that is not of this list.
    package static func shortName(of name: String) -> String {
        zip(known + styles, every()).first { $1.name == name }?.0.shortName ?? name
    }
}
