// What AFNetworking's headers import for their users, and nothing else: the core's own names stay out of code that was
// written without them. On Linux URLRequest and XMLParser live in modules of their own.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
#if canImport(FoundationXML)
    @_exported import FoundationXML
#endif

#if !canImport(ObjectiveC)
    /// Where a method leaves its error, as on Apple's systems: `nil`, or `&error` of a variable of type `NSError?`.
    ///
    /// Foundation on Linux has no such type.
    public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif
