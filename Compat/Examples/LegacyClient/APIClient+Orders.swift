import AFNetworkingCompat
import Foundation

extension APIClient {

    /// Sends a signed order. Written for AFNetworking 3.x.
    @discardableResult
    func placeOrder(
        _ order: [String: Any], secret: String, success: @escaping ([String: Any]) -> Void,
        failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        let parameters = SignedParameters(payload: order, secret: secret)
        return post(
            "orders", parameters: parameters, progress: nil,
            success: { task, responseObject in
                success(responseObject as? [String: Any] ?? [:])
            },
            failure: { task, error in
                failure(error)
            })
    }

    /// Fetches a page of orders. Written for AFNetworking 3.x.
    @discardableResult
    func fetchOrders(
        page: Int, progress: ((Double) -> Void)? = nil,
        success: @escaping ([Any]) -> Void,
        failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        return get(
            "orders", parameters: ["page": page],
            progress: { downloadProgress in
                progress?(downloadProgress.fractionCompleted)
            },
            success: { _, responseObject in
                success(responseObject as? [Any] ?? [])
            },
            failure: { _, error in
                failure(error)
            })
    }

    /// Fetches an order, or some of its fields. Written for AFNetworking 4.0.1.
    @discardableResult
    func fetchOrder(
        _ id: Int, fields: Any?, success: @escaping (NSDictionary?) -> Void, failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        return get(
            "orders/\(id)", parameters: fields, headers: nil, progress: nil,
            success: { _, responseObject in
                success(responseObject as? NSDictionary)
            },
            failure: { _, error in
                failure(error)
            })
    }

    /// Changes an order unless another client has changed it. Written for AFNetworking 4.0.1.
    @discardableResult
    func changeOrder(
        _ id: Int, to order: [String: Any], version: String, success: @escaping () -> Void,
        failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        let headers = ["If-Match": "\"\(version)\"", "Accept-Language": "de"]
        return patch(
            "orders/\(id)", parameters: order, headers: headers,
            success: { _, _ in
                success()
            }
        ) { _, error in
            failure(error)
        }
    }

    /// Written for AFNetworking 3.x. The version is in a header, so the body is not asked for.
    func fetchVersion(ofOrder id: Int, completion: @escaping (String?) -> Void) {
        head(
            "orders/\(id)", parameters: nil,
            success: { task in
                let fields = (task.response as? HTTPURLResponse)?.allHeaderFields
                completion(fields?["Etag"] as? String ?? fields?["ETag"] as? String)
            }
        ) { _, _ in
            completion(nil)
        }
    }

    /// Saves an invoice in a folder under the name that the server suggests, replacing an older one.
    @discardableResult
    func downloadInvoice(
        ofOrder id: Int, to folder: URL, progress: ((Double) -> Void)? = nil,
        completion: @escaping (URL?, Error?) -> Void
    ) -> URLSessionDownloadTask? {
        let url = URL(string: "orders/\(id)/invoice", relativeTo: baseURL)!
        var error: NSError?
        let request = requestSerializer.request(
            withMethod: "GET", urlString: url.absoluteString, parameters: nil, error: &error)
        if let error = error {
            completion(nil, error)
            return nil
        }
        let task = downloadTask(
            with: request as URLRequest,
            progress: { downloadProgress in
                progress?(downloadProgress.fractionCompleted)
            },
            destination: { _, response in
                let file = folder.appendingPathComponent(response.suggestedFilename ?? "invoice.pdf")
                try? FileManager.default.removeItem(at: file)
                return file
            },
            completionHandler: { _, filePath, error in
                completion(error == nil ? filePath : nil, error.map { APIError.error(for: $0) })
            })
        task.resume()
        return task
    }
}
