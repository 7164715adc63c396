import AFNetworkingCompat
import Foundation

/// Calls the order service. Serializers are properties, as those of AFHTTPSessionManager.
class OrderClient: NSObject {
    let baseURL: URL!
    var requestSerializer: AFHTTPRequestSerializer & AFURLRequestSerialization
    var responseSerializer: AFHTTPResponseSerializer & AFURLResponseSerialization
    var session: URLSession!

    init(baseURL: URL!) {
        self.baseURL = baseURL
        requestSerializer = SigningRequestSerializer()
        responseSerializer = OrderResponseSerializer()
        session = URLSession(configuration: .ephemeral)
        super.init()
    }

    // MARK: - Calls

    /// Written for AFNetworking 3.x and 4.0.0.
    @discardableResult
    func placeOrder(
        _ order: [String: Any], secret: String, success: @escaping ([String: Any]) -> Void,
        failure: @escaping (NSError) -> Void
    ) -> URLSessionDataTask? {
        var serializationError: NSError?
        let request = requestSerializer.request(
            withMethod: "POST", urlString: url("orders"),
            parameters: SignedParameters(payload: order, secret: secret), error: &serializationError)
        if let error = serializationError {
            failure(error)
            return nil
        }
        return send(request as URLRequest, failure: failure) { responseObject in
            success(responseObject as? [String: Any] ?? [:])
        }
    }

    /// Written for AFNetworking 4.0.1.
    @discardableResult
    func fetchOrder(
        _ id: Int, fields: Any?, success: @escaping (NSDictionary?) -> Void, failure: @escaping (NSError) -> Void
    ) -> URLSessionDataTask? {
        do {
            let request = try requestSerializer.request(
                withMethod: "GET", urlString: url("orders/\(id)"), parameters: fields)
            return send(request as URLRequest, failure: failure) { responseObject in
                success(responseObject as? NSDictionary)
            }
        } catch {
            failure(error as NSError)
            return nil
        }
    }

    @discardableResult
    func upload(
        _ photo: PhotoUpload, success: @escaping (Any?) -> Void, failure: @escaping (NSError) -> Void
    ) -> URLSessionDataTask? {
        do {
            let request = try photo.request(serializer: requestSerializer, urlString: url("photos"))
            return send(request as URLRequest, failure: failure, success: success)
        } catch {
            failure(error as NSError)
            return nil
        }
    }

    // MARK: - Sending

    private func url(_ path: String) -> String {
        return URL(string: path, relativeTo: baseURL)!.absoluteString
    }

    private func send(
        _ request: URLRequest, failure: @escaping (NSError) -> Void, success: @escaping (Any?) -> Void
    ) -> URLSessionDataTask {
        let serializer = responseSerializer
        let task = session.dataTask(with: request) { data, response, error in
            if let error = error {
                failure(error as NSError)
                return
            }
            var serializationError: NSError?
            let responseObject = serializer.responseObject(for: response, data: data, error: &serializationError)
            if let error = serializationError {
                failure(error)
            } else {
                success(responseObject)
            }
        }
        task.resume()
        return task
    }
}
