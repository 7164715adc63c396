// Alamofire's users get URLRequest with it on Linux too, where it lives in a module of its own. The core exports it, and
// with it the remedies that this module's documentation names.
@_exported import URLSerialization

// The core's types under Alamofire's names, which are the same. Aliases and not types of their own, so that a file may
// import both modules.

/// A request method: the core's.
public typealias HTTPMethod = URLSerialization.HTTPMethod
/// A header: the core's.
public typealias HTTPHeader = URLSerialization.HTTPHeader
/// Headers in order, without regard to case: the core's.
public typealias HTTPHeaders = URLSerialization.HTTPHeaders
/// What a URL can be made of: the core's.
public typealias URLConvertible = URLSerialization.URLConvertible
/// What a request can be made of: the core's.
public typealias URLRequestConvertible = URLSerialization.URLRequestConvertible
