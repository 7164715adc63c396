import URLSerialization

/// A string percent-escaped for a query: everything but ASCII letters, digits and `-._~/?`, as upper-case hexadecimal of
/// its UTF-8 bytes.
///
/// - Complexity: Linear in the string's length, which has no limit.
public func AFPercentEscapedStringFromString(_ string: String) -> String {
    PercentEscaper.afNetworking.escape(string)
}

/// The query string of parameters: keys sorted at every level, arrays `k[]`, sets the bare `k`, nulls without `=`.
///
/// The function has no way to report an error. Of parameters that have no query string — bytes, values that Objective-C
/// could not have held, more than 512 levels — it returns an empty one and writes why to the log;
/// `QueryStringSerializer` of the module URLSerialization throws it.
///
/// - Parameter parameters: What Objective-C would take for a dictionary; keys of any type with a stable text.
public func AFQueryStringFromParameters(_ parameters: [AnyHashable: Any]) -> String {
    do {
        return try QueryStringSerializer().string(from: parameters)
    } catch {
        NSLog("%@", "AFQueryStringFromParameters: \(error)" as NSString)
        return ""
    }
}
