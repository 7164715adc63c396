import URLSerialization

extension Sender {
    /// The sender of a name, long or short, in any case, with its defaults; `nil` for an unknown name.
    ///
    /// A server's name is that of the style for it: `rails`, `.rails` or `QueryStyle.rails`.
    public static func named(_ name: String) -> Sender? {
        let name = name.lowercased()
        let sender = every().first { [$0.shortName, $0.name.lowercased()].contains(name) }
        let style = name.split(separator: ".", omittingEmptySubsequences: false)
        guard sender == nil, style.count == 1 || style.count == 2 && ["", "querystyle"].contains(style[0]) else {
            return sender
        }
        return style.last.flatMap { QueryServer.named(String($0)) }.flatMap(preset).map { styled($0.name) }
    }

    /// The preset that a server reads; `nil` for no preset.
    static func preset(for server: QueryServer) -> Preset? {
        presets.first { $0.style.framework == server.framework }
    }

    /// The name of the preset for a server, its own where `QueryStyle` has it; `nil` for no preset.
    static func presetName(for server: QueryServer) -> String? {
        let names = ["laravel", "symfony", "rails", "sinatra", "express4", "express5", "express", "django", "flask"]
        return names.contains(server.name) ? server.name : preset(for: server)?.name
    }
}
