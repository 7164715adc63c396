/// The settings that a serializer's getters answer from while it asks all of them: those of one moment, so that a
/// subclass which overrides some of the getters has the others agree with each other.
struct SettingsMoment: Sendable {
    /// The serializer.
    let owner: ObjectIdentifier
    /// What it holds.
    let settings: any Sendable

    /// The moment that is asked for, on this thread.
    @TaskLocal static var asked: SettingsMoment?

    /// The settings that a serializer's getters are to answer from, if it is asking them all.
    static func settings<Settings>(of owner: AnyObject) -> Settings? {
        guard let asked, asked.owner == ObjectIdentifier(owner) else { return nil }
        return asked.settings as? Settings
    }
}
