import URLSerialization

/// Returns a string percent-encoded for a query: each UTF-8 byte except ASCII letters, digits, `-._~/?`, in upper-case
/// hexadecimal.
///
/// - Complexity: Linear in the string's length, which has no limit.
public func AFPercentEscapedStringFromString(_ string: String) -> String {
    PercentEscaper.afNetworking.escape(string)
}

/// Returns the query string of parameters: keys sorted at every level, arrays as `k[]`, sets as the bare `k`, nulls
/// without `=`.
///
/// The function cannot report an error. For parameters without a query string, such as bytes, values that Objective-C
/// could not have held, and more than 512 levels, it returns an empty string and logs the reason.
/// `QueryStringSerializer` of the module URLSerialization throws it.
///
/// - Parameter parameters: A dictionary whose keys may be of any type with a stable text.
public func AFQueryStringFromParameters(_ parameters: [AnyHashable: Any]) -> String {
    do {
        return try QueryStringSerializer().string(from: parameters)
    } catch {
        NSLog("%@", "AFQueryStringFromParameters: \(error)" as NSString)
        return ""
    }
}
