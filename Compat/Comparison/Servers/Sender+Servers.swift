import URLSerialization

extension Sender {
    /// Returns the sender with a long or short name, in any case, with its default settings, or `nil` for an unknown
    /// name.
    ///
    /// A server's name means the style for that server: `rails`, `.rails` or `QueryStyle.rails`.
    public static func named(_ name: String) -> Sender? {
        let name = name.lowercased()
        let sender = every().first { [$0.shortName, $0.name.lowercased()].contains(name) }
        let style = name.split(separator: ".", omittingEmptySubsequences: false)
        guard sender == nil, style.count == 1 || style.count == 2 && ["", "querystyle"].contains(style[0]) else {
            return sender
        }
        return style.last.flatMap { QueryServer.named(String($0)) }.flatMap(preset).map { styled($0.name) }
    }

    /// Returns the preset that a server reads, or `nil` if there is none.
    static func preset(for server: QueryServer) -> Preset? {
        presets.first { $0.style.framework == server.framework }
    }

    /// Returns the name of the preset for a server, or `nil` if there is none. It is the server's own name if
    /// `QueryStyle` has it.
    static func presetName(for server: QueryServer) -> String? {
        let names = ["laravel", "symfony", "rails", "sinatra", "express4", "express5", "express", "django", "flask"]
        return names.contains(server.name) ? server.name : preset(for: server)?.name
    }
}
