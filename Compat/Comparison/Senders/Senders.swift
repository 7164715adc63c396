import URLSerialization

/// The senders that a payload is compared with.
public enum Senders {
    private static let known: [(shortName: String, sender: any Sender)] = [
        ("http", LibrarySender.http), ("json", LibrarySender.json), ("plist", LibrarySender.propertyList),
        ("jsonencoder", JSONEncoderSender()), ("plistencoder", PropertyListEncoderSender()),
        ("urlcomponents", URLComponentsSender()),
    ]

    /// Every sender there is.
    public static var all: [any Sender] { known.map(\.sender) }

    /// The names by which a sender may be asked for: `HTTPRequestSerializer (http)`.
    public static var names: [String] {
        known.map { shortName, sender in
            sender.name.lowercased() == shortName ? sender.name : "\(sender.name) (\(shortName))"
        }
    }

    /// The sender of a name, long or short, in any case; nil if there is none.
    public static func named(_ name: String) -> (any Sender)? {
        known.first { [$0.shortName, $0.sender.name.lowercased()].contains(name.lowercased()) }?.sender
    }
}
