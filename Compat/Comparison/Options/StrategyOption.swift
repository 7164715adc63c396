/// A setting of an encoder, described once for the command line, the encoder's settings and the printed code.
package struct StrategyOption<Settings>: Sendable {
    /// A value of the setting.
    package struct Choice: Sendable {
        /// The value on the command line.
        package let name: String
        /// The value in Swift.
        package let code: String
        /// The condition under which the setting has an effect, for a comment in the printed code.
        let remark: String?
        let set: @Sendable (inout Settings) -> Void
    }

    /// The option on the command line, without its prefix.
    package let name: String
    /// The name of the setting in Swift.
    package let label: String
    /// The explanation in the help text.
    package let summary: String
    /// The values, an encoder's default first.
    package let choices: [Choice]

    /// Creates an option that sets a property.
    ///
    /// - Parameters:
    ///   - codes: The values in Swift; `nil` if each value is the case with its name.
    ///   - remarks: The remarks, by the values' names on the command line.
    ///   - values: The values, by their names on the command line.
    init<Value: Sendable>(
        _ name: String, _ label: String, _ property: any WritableKeyPath<Settings, Value> & Sendable, _ summary: String,
        codes: [String]? = nil, remarks: [String: String] = [:], _ values: KeyValuePairs<String, Value>
    ) {
        (self.name, self.label, self.summary) = (name, label, summary)
        choices = values.enumerated().map { position, value in
            Choice(
                name: value.key, code: codes?[position] ?? ".\(value.value)", remark: remarks[value.key],
                set: { $0[keyPath: property] = value.value })
        }
    }
}

/// Settings that have a table of options.
package protocol StrategySettings: Sendable {
    /// All options, in the order of the encoder's initializer.
    static var options: [StrategyOption<Self>] { get }
}

/// The values chosen from a table of options.
package struct StrategyChoices<Settings: StrategySettings>: Sendable, Hashable {
    /// The position of each option's chosen value, or `nil` for the default.
    package var positions: [Int?]

    /// Creates choices that are all the default.
    package init() { positions = Array(repeating: nil, count: Settings.options.count) }

    /// Whether nothing is chosen.
    package var isDefault: Bool { positions.allSatisfy { $0 == nil } }

    /// Chooses a value.
    ///
    /// - Precondition: Both names are in the table.
    package mutating func choose(_ choice: String, for option: String) {
        let position = Settings.options.firstIndex { $0.name == option }
        let chosen = position.flatMap { Settings.options[$0].choices.firstIndex { $0.name == choice } }
        guard let position, let chosen else { preconditionFailure("'\(option)' has no value '\(choice)'.") }
        positions[position] = chosen
    }

    /// The name of an option's chosen value, or of its default if nothing is chosen.
    package subscript(option: String) -> String? {
        zip(Settings.options, positions).first { $0.0.name == option }.map { $0.choices[$1 ?? 0].name }
    }

    /// The chosen value of an option, looked up by name; `nil` if the values have none of that name.
    subscript<Value>(option: String, values: [String: Value]) -> Value? { self[option].flatMap { values[$0] } }

    /// Returns settings with the chosen values in place of theirs.
    package func applied(to settings: Settings) -> Settings {
        zip(Settings.options, positions).reduce(into: settings) { settings, chosen in
            if let position = chosen.1 { chosen.0.choices[position].set(&settings) }
        }
    }

    /// The options whose value is not the default, with that value.
    package var changes: [(option: StrategyOption<Settings>, choice: StrategyOption<Settings>.Choice)] {
        zip(Settings.options, positions).compactMap { option, position in
            position.flatMap { $0 == 0 ? nil : (option, option.choices[$0]) }
        }
    }
}
