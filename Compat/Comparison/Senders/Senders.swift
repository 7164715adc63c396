import URLSerialization

/// The senders that a payload is compared with.
public enum Senders {
    /// Those whose parameters are a query string first, then JSON, then property lists.
    private static let known: [(shortName: String, make: @Sendable (SenderStrategies) -> any Sender)] = [
        ("http", { _ in LibrarySender.http }),
        ("urlencoding", { URLEncodingSender($0) }),
        ("urlform", { FormParameterEncoderSender($0) }),
        ("urlcomponents", { _ in URLComponentsSender() }),
        ("json", { _ in LibrarySender.json }),
        ("jsonencoding", { _ in JSONEncodingSender() }),
        ("jsonparameters", { JSONParameterEncoderSender($0) }),
        ("jsonencoder", { JSONEncoderSender($0) }),
        ("plist", { _ in LibrarySender.propertyList }),
        ("plistencoder", { _ in PropertyListEncoderSender() }),
    ]

    /// This library's serializer in the styles that are named for the framework that reads them.
    private static let styles: [(shortName: String, make: @Sendable (SenderStrategies) -> any Sender)] = [
        ("php", { _ in LibrarySender.php }), ("rack", { _ in LibrarySender.rack }), ("qs", { _ in LibrarySender.qs }),
        ("flat", { _ in LibrarySender.flat }),
    ]

    /// The senders that are shown unless others are asked for, with their defaults.
    public static var all: [any Sender] { all(SenderStrategies()) }

    /// The senders that are shown unless others are asked for.
    ///
    /// - Parameter strategies: The choices of those that have any.
    public static func all(_ strategies: SenderStrategies) -> [any Sender] {
        known.map { $0.make(strategies) }
    }

    /// Every sender there is.
    ///
    /// - Parameter strategies: The choices of those that have any.
    public static func every(_ strategies: SenderStrategies = SenderStrategies()) -> [any Sender] {
        (known + styles).map { $0.make(strategies) }
    }

    /// The names by which a sender may be asked for: `HTTPRequestSerializer (http)`.
    public static var names: [String] {
        zip(known + styles, every()).map { known, sender in
            sender.name.lowercased() == known.shortName ? sender.name : "\(sender.name) (\(known.shortName))"
        }
    }

    /// The sender of a name, long or short, in any case, with its defaults; nil if there is none.
    public static func named(_ name: String) -> (any Sender)? {
        zip(known + styles, every()).first { known, sender in
            [known.shortName, sender.name.lowercased()].contains(name.lowercased())
        }?.1
    }
}
