// Foundation is part of this module's vocabulary: URLRequest, URL, Data and JSONSerialization appear in its public
// signatures. On Linux URLRequest is in a separate module. Because both are exported here, neither this package nor its
// users repeat the condition.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
