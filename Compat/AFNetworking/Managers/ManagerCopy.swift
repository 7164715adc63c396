/// What a copy of a manager takes over.
struct ManagerCopy: Sendable {
    let configuration: URLSessionConfiguration
    let responseSerializer: HandedOver<any AFURLResponseSerialization>
    let securityPolicy: AFSecurityPolicy
    let replacesFilesOfDownloads: Bool
    var baseURL: URL?
    var requestSerializer: AFHTTPRequestSerializer?
}
