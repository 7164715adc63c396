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

/// A JSON object without the keys whose values are null and without the nulls in its arrays, at every level. What that
/// empties stays; a null at the top does too.
///
/// The object itself is not changed. One of more than 512 levels, which no JSON has, is returned as it is, and a
/// collection inside itself stays as it is.
///
/// - Parameters:
///   - JSONObject: What `JSONSerialization` makes: Swift's collections or Foundation's.
///   - readingOptions: With `.mutableContainers` the collections are `NSMutableDictionary` and `NSMutableArray`. Foundation
///     on Linux hands out those inside others as Swift's.
/// - Complexity: Linear in the number of values.
public func AFJSONObjectByRemovingKeysWithNullValues(
    _ JSONObject: Any, _ readingOptions: JSONSerialization.ReadingOptions
) -> Any {
    guard let depth = JSONCopy.depth(of: JSONObject) else { return JSONObject }
    let copy = JSONCopy(isMutable: readingOptions.contains(.mutableContainers))
    do {
        // Not every thread has room for so much recursion.
        return try LargeStack.run(ifDeeper: depth) { copy.withoutNulls(JSONObject) }
    } catch {
        preconditionFailure("Copying throws nothing: \(error)")
    }
}
