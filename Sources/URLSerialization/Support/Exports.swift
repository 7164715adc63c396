// Foundation is part of this module's vocabulary: URLRequest, URL, Data and JSONSerialization appear in its public
// signatures. On Linux URLRequest lives in a module of its own; exporting both here means that neither this package
// nor its users repeat the condition.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
