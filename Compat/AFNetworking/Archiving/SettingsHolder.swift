import URLSerialization

/// An open class whose settings are one value behind a lock, which its copies and archives carry.
///
/// No lock is held while code of the user's runs: what a setter replaces is released afterwards, and the getters of a
/// subclass are asked without one.
protocol SettingsHolder: NSObject, NSCoding {
    associatedtype Settings: Sendable

    var settings: Locked<Settings> { get }

    /// The class of this module that the dynamic class is or inherits from.
    static var ownClass: AnyClass { get }

    /// Returns the settings in an archive of the dynamic class.
    static func archivedSettings(in coder: NSCoder) throws -> Settings

    /// Replaces the settings whose getters a subclass may override by what the getters return.
    func askGetters(for settings: inout Settings)
}

extension SettingsHolder {
    // MARK: - Fields

    /// Returns a field's value, from the moment that the object is asking its getters for if it does.
    func field<Field>(_ path: KeyPath<Settings, Field>) -> Field {
        if let settings: Settings = SettingsMoment.settings(of: self) { return settings[keyPath: path] }
        return settings.withLock { $0[keyPath: path] }
    }

    func set<Field>(_ path: WritableKeyPath<Settings, Field>, _ value: Field) { settings.set(path, value) }

    /// Whether the dynamic class overrides nothing.
    var isOfThisModule: Bool { type(of: self) == Self.ownClass }

    /// The settings of this moment; those of a subclass are what its getters return.
    var currentSettings: Settings {
        var settings = settings.value
        if isOfThisModule { return settings }
        let moment = SettingsMoment(owner: ObjectIdentifier(self), settings: settings)
        SettingsMoment.$asked.withValue(moment) { askGetters(for: &settings) }
        return settings
    }

    // MARK: - Copying and archiving

    /// Returns the settings that a coder carries or an archive holds, or `nil` after refusing the archive.
    static func settings(from coder: NSCoder) -> Locked<Settings>? {
        if let settings = (coder as? CopyingCoder)?.content as? Settings { return Locked(settings) }
        do {
            return Locked(try archivedSettings(in: coder))
        } catch {
            coder.refuse(error)
            return nil
        }
    }

    /// Returns an object of the same class with equal settings, whatever its `init(coder:)` does with them.
    func copyWithSettings() -> Self {
        let settings = settings.value
        let copy = CopyingCoder.copy(self, holding: settings)
        copy.set(\.self, settings)
        return copy
    }
}

extension Locked {
    /// Sets a field. What it held is released after the lock: a block, or what goes with it, may come back here.
    func set<Field>(_ path: WritableKeyPath<Value, Field>, _ value: Field) {
        var value = value
        withLock { swap(&$0[keyPath: path], &value) }
    }
}

/// The settings of one moment, which an object's getters return while it asks all of them: a subclass that overrides
/// some of the getters sees the others agree with each other.
struct SettingsMoment: Sendable {
    /// The object.
    let owner: ObjectIdentifier
    let settings: any Sendable

    /// The moment that the getters are asked for in this task.
    @TaskLocal static var asked: SettingsMoment?

    static func settings<Settings>(of owner: AnyObject) -> Settings? {
        guard let asked, asked.owner == ObjectIdentifier(owner) else { return nil }
        return asked.settings as? Settings
    }
}
