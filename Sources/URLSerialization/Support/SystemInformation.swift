#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// The program, the system and the user's languages, for the default headers.
///
/// On Apple's systems the texts are AFNetworking's, with one exception: a program without a bundle has the name of its
/// process and the version `unknown`, where AFNetworking writes `(null)`. That part compiles only there and has not
/// been run.
enum SystemInformation {
    /// The `User-Agent` header's value. It never changes while the program runs.
    static let userAgent = asciiText(of: "\(program) (\(system))")

    static var acceptLanguage: String {
        #if canImport(Darwin)
            acceptLanguage(for: Locale.preferredLanguages)
        #else
            // Locale.preferredLanguages on Linux does not reflect the user's choice.
            acceptLanguage(for: languages(in: ProcessInfo.processInfo.environment))
        #endif
    }

    private static var program: String {
        let info = Bundle.main.infoDictionary ?? [:]
        let name = info["CFBundleExecutable"] as? String ?? info["CFBundleIdentifier"] as? String
        let version = info["CFBundleShortVersionString"] as? String ?? info["CFBundleVersion"] as? String
        return "\(name ?? ProcessInfo.processInfo.processName)/\(version ?? "unknown")"
    }

    private static var system: String {
        #if os(iOS)
            "\(deviceModel); iOS \(systemVersion); Scale/\(scale)"
        #elseif os(tvOS)
            "\(deviceModel); tvOS \(systemVersion); Scale/\(scale)"
        #elseif os(visionOS)
            "\(deviceModel); visionOS \(systemVersion); Scale/\(scale)"
        #elseif os(watchOS)
            // Every Apple Watch has this scale, and WKInterfaceDevice is only available on the main actor.
            "\(deviceModel); watchOS \(systemVersion); Scale/2.00"
        #elseif os(macOS)
            "Mac OS X \(ProcessInfo.processInfo.operatingSystemVersionString)"
        #else
            ProcessInfo.processInfo.operatingSystemVersionString
        #endif
    }
}

// AFNetworking asks UIDevice and UIScreen, which belong to the main actor. Using them from another thread would be a
// race, and waiting for the main thread might never end. The kernel and UIKit's drawing classes provide the same
// information, and any thread may use them.
extension SystemInformation {
    /// Returns `UIDevice.model` for a device's identifier, such as `iPhone15,2`. An iPad app on a Mac has an identifier
    /// of another kind; its model is reported as an iPad.
    static func deviceModel(for identifier: String) -> String {
        let models = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("iPod", "iPod touch"), ("AppleTV", "Apple TV"),
            ("Watch", "Apple Watch"), ("RealityDevice", "Apple Vision Pro"),
        ]
        return models.first { identifier.hasPrefix($0.0) }?.1 ?? "iPad"
    }

    /// Returns `UIDevice.systemVersion`, which omits a last number of 0.
    static func versionText(for version: OperatingSystemVersion) -> String {
        let text = "\(version.majorVersion).\(version.minorVersion)"
        return version.patchVersion == 0 ? text : "\(text).\(version.patchVersion)"
    }

    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        private static var deviceModel: String {
            let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
            return deviceModel(for: simulated ?? machine)
        }

        private static var systemVersion: String { versionText(for: ProcessInfo.processInfo.operatingSystemVersion) }

        private static var machine: String {
            var length = 0
            guard sysctlbyname("hw.machine", nil, &length, nil, 0) == 0, length > 0 else { return "" }
            var bytes = [UInt8](repeating: 0, count: length)
            guard sysctlbyname("hw.machine", &bytes, &length, nil, 0) == 0 else { return "" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    #endif

    #if os(iOS) || os(tvOS) || os(visionOS)
        private static var scale: String {
            String(format: "%0.2f", Double(UIGraphicsImageRendererFormat.default().scale))
        }
    #endif
}

extension SystemInformation {
    /// Returns the languages of a POSIX environment as language tags: those of the list `LANGUAGE`, or else of `LANG`.
    ///
    /// `de_DE.UTF-8@euro` is `de-DE`. `C`, `POSIX` and values that are not a language are omitted.
    static func languages(in environment: [String: String]) -> [String] {
        let list = environment["LANGUAGE", default: ""].split(separator: ":").compactMap(languageTag)
        return list.isEmpty ? [environment["LANG", default: ""][...]].compactMap(languageTag) : list
    }

    private static func languageTag(_ locale: Substring) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        let tag = name.map { $0 == "_" ? "-" : $0 }
        guard tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { return nil }
        return String(tag)
    }

    /// Returns up to six languages with decreasing weights, as AFNetworking writes them: `de-DE;q=1, en;q=0.9`. Without
    /// any, the language is English.
    static func acceptLanguage(for languages: [String]) -> String {
        let weights = ["1", "0.9", "0.8", "0.7", "0.6", "0.5"]
        let languages = languages.isEmpty ? ["en"] : languages
        return zip(languages, weights).map { "\($0);q=\($1)" }.joined(separator: ", ")
    }

    /// Returns a text transliterated to ASCII, without control characters, which a header must not contain.
    static func asciiText(of text: String) -> String {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let transliterated = isASCII ? nil : text.applyingTransform(transliteration, reverse: false)
        return String(decoding: (transliterated ?? text).utf8.filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    private static let transliteration = StringTransform(rawValue: "Any-Latin; Latin-ASCII; [:^ASCII:] Remove")
}
