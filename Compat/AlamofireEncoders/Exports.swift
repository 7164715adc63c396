// The core's declarations are exported to Alamofire's users: URLRequest, which on Linux is in a separate module, the
// types that have Alamofire's names, and the remedies that this module's documentation names. An alias of a type would
// make an import of its name, such as `import struct AlamofireCompat.HTTPHeaders`, ambiguous.
@_exported import URLSerialization

/// A dictionary of parameters (Alamofire's `Parameters`).
public typealias Parameters = [String: any Any & Sendable]
