import URLSerialization

/// An open class whose settings are one value behind a lock. Copies and archives contain the settings.
///
/// No lock is held while the user's code runs: a replaced value is released after the lock, and the getters of a
/// subclass are called without one.
protocol SettingsHolder: NSObject, NSCoding {
    associatedtype Settings: Sendable

    var settings: Locked<Settings> { get }

    /// The class of this module that the dynamic class is or inherits from.
    static var ownClass: AnyClass { get }

    /// Returns the settings in an archive of the dynamic class.
    static func archivedSettings(in coder: NSCoder) throws -> Settings

    /// Replaces the settings whose getters a subclass may override with the getters' values.
    func askGetters(for settings: inout Settings)
}

extension SettingsHolder {
    // MARK: - Fields

    /// Returns a field's value. While the object calls all of its getters, the value comes from one snapshot.
    func field<Field>(_ path: KeyPath<Settings, Field>) -> Field {
        if let snapshot = SettingsSnapshot.current, snapshot.owner == ObjectIdentifier(self),
            let settings = snapshot.settings as? Settings
        {
            return settings[keyPath: path]
        }
        return settings.withLock { $0[keyPath: path] }
    }

    func set<Field>(_ path: WritableKeyPath<Settings, Field>, _ value: Field) { settings.set(path, value) }

    /// Whether the dynamic class belongs to this module and therefore overrides nothing.
    var isOfThisModule: Bool { type(of: self) == Self.ownClass }

    /// The current settings. For a subclass, they are the values of its getters.
    var currentSettings: Settings {
        var settings = settings.value
        if isOfThisModule { return settings }
        SettingsSnapshot.$current.withValue((ObjectIdentifier(self), settings)) { askGetters(for: &settings) }
        return settings
    }

    // MARK: - Copying and archiving

    /// Returns the settings that a coder carries or an archive contains, or `nil` after refusing the archive.
    static func settings(from coder: NSCoder) -> Locked<Settings>? {
        if let settings = (coder as? CopyingCoder)?.content as? Settings { return Locked(settings) }
        do {
            return Locked(try archivedSettings(in: coder))
        } catch {
            coder.refuse(error)
            return nil
        }
    }

    /// Returns an object of the same class with equal settings, regardless of its `init(coder:)`.
    func copyWithSettings() -> Self {
        let settings = settings.value
        let copy = CopyingCoder.copy(self, holding: settings)
        copy.set(\.self, settings)
        return copy
    }
}

/// Settings with a core serializer, which represents them in archives. Its type depends on the dynamic class.
protocol CoreSettings: Sendable {
    associatedtype Core

    var core: Core { get set }
}

extension CoreSettings {
    /// Returns a field of the core serializer.
    func value<Serializer, Field>(_ path: KeyPath<Serializer, Field>) -> Field {
        guard let core = core as? Serializer else { preconditionFailure("\(core) is not a \(Serializer.self).") }
        return core[keyPath: path]
    }

    /// Sets a field of the core serializer, and returns its old value.
    @discardableResult
    mutating func set<Serializer, Field>(_ path: WritableKeyPath<Serializer, Field>, _ value: Field) -> Field {
        guard var new = core as? Serializer else { preconditionFailure("\(core) is not a \(Serializer.self).") }
        var value = value
        swap(&new[keyPath: path], &value)
        if let new = new as? Core { core = new }
        return value
    }
}

extension SettingsHolder where Settings: CoreSettings {
    /// Returns a field of the core serializer, as ``field(_:)`` does.
    func coreField<Serializer, Field>(_ path: KeyPath<Serializer, Field>) -> Field { field(\.self).value(path) }

    func setCoreField<Serializer, Field>(_ path: WritableKeyPath<Serializer, Field>, _ value: Field) {
        let old = settings.withLock { $0.set(path, value) }
        withExtendedLifetime(old) {}
    }
}

extension Locked {
    /// Sets a field. The old value is released after the lock, since releasing a block may run code that uses this
    /// object.
    func set<Field>(_ path: WritableKeyPath<Value, Field>, _ value: Field) {
        var value = value
        withLock { swap(&$0[keyPath: path], &value) }
    }
}

/// A snapshot of the settings, which an object's getters return while it calls all of them. A subclass that overrides
/// some of the getters therefore sees consistent values from the others.
///
/// It is a task-local value because a getter has no parameter, and a field of the object would also change what another
/// thread reads meanwhile.
enum SettingsSnapshot {
    @TaskLocal static var current: (owner: ObjectIdentifier, settings: any Sendable)?
}
