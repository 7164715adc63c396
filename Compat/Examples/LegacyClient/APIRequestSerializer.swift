import AFNetworkingCompat
import Foundation

/// Every request of the API: JSON, with headers of the app and the user's token.
class APIRequestSerializer: AFJSONRequestSerializer {

    override init() {
        super.init()
        writingOptions = .sortedKeys
        timeoutInterval = 20
        setValue("application/json", forHTTPHeaderField: "Accept")
        setValue("en-US", forHTTPHeaderField: "Accept-Language")
        setValue("LegacyClient/3.2", forHTTPHeaderField: "User-Agent")
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    /// The token of the user who is logged in, nil after logout.
    var token: String? {
        get {
            guard let header = value(forHTTPHeaderField: "Authorization"), header.hasPrefix("Bearer ") else {
                return nil
            }
            return String(header.dropFirst("Bearer ".count))
        }
        set {
            if let token = newValue {
                setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
            } else {
                clearAuthorizationHeader()
            }
        }
    }
}
