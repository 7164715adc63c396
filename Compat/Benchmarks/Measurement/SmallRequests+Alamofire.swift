import AlamofireCompat
import Foundation

extension SmallRequests {
    /// Returns a closure that sends the requests through one session of Alamofire's names.
    func throughAlamofire() -> @Sendable () async throws -> Void {
        let session = Session(configuration: configuration)
        return { try await send { url in try await session.request(url).serializingData().value } }
    }
}
