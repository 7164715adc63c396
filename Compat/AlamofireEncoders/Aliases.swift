// The core's declarations are exported to Alamofire's users: URLRequest, which on Linux is in a separate module, and
// the remedies that this module's documentation names.
@_exported import URLSerialization

// The core's types have Alamofire's names. They are aliased, not declared again, so that a file may import both
// modules.

/// A request method, the core's type under Alamofire's name.
public typealias HTTPMethod = URLSerialization.HTTPMethod
/// A header field, the core's type under Alamofire's name.
public typealias HTTPHeader = URLSerialization.HTTPHeader
/// Ordered, case-insensitive headers, the core's type under Alamofire's name.
public typealias HTTPHeaders = URLSerialization.HTTPHeaders
/// A value that can be converted to a URL: the core's.
public typealias URLConvertible = URLSerialization.URLConvertible
/// A value that can be converted to a request: the core's.
public typealias URLRequestConvertible = URLSerialization.URLRequestConvertible
/// A dictionary of parameters (Alamofire's `Parameters`).
public typealias Parameters = [String: any Any & Sendable]
