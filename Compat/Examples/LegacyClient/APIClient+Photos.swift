import AFNetworkingCompat
import Foundation

extension APIClient {

    /// Sends a photo in a form. Written for AFNetworking 3.x.
    @discardableResult
    func upload(
        _ photo: PhotoUpload, progress: ((Double) -> Void)? = nil, success: @escaping (Any?) -> Void,
        failure: @escaping (Error) -> Void
    ) -> URLSessionDataTask? {
        // The block below has no way to say so.
        guard FileManager.default.isReadableFile(atPath: photo.fileURL.path) else {
            DispatchQueue.main.async {
                failure(APIError.noPhoto)
            }
            return nil
        }
        return post(
            "photos", parameters: photo.parameters,
            constructingBodyWith: { formData in
                try? photo.appendParts(to: formData)
            },
            progress: { uploadProgress in
                progress?(uploadProgress.fractionCompleted)
            },
            success: { _, responseObject in
                success(responseObject)
            },
            failure: { _, error in
                failure(error)
            })
    }

    /// Sends a photo once more. There is no PUT with a form, so the task is made from a request.
    @discardableResult
    func replace(
        _ photo: PhotoUpload, success: @escaping (Any?) -> Void, failure: @escaping (Error) -> Void
    ) -> URLSessionUploadTask {
        let url = URL(string: "photos/\(photo.orderID)", relativeTo: baseURL)!
        let request = photo.replacementRequest(serializer: requestSerializer, urlString: url.absoluteString)
        let task = uploadTask(withStreamedRequest: request as URLRequest, progress: nil) { _, responseObject, error in
            if let error = error {
                failure(error)
            } else {
                success(responseObject)
            }
        }
        task.resume()
        return task
    }

    /// Sends only the photo's file, as the body of a PUT request.
    @discardableResult
    func uploadOriginal(
        of photo: PhotoUpload, completion: @escaping (Error?) -> Void
    ) -> URLSessionUploadTask {
        var request = URLRequest(url: URL(string: "photos/\(photo.orderID)/original", relativeTo: baseURL)!)
        request.httpMethod = "PUT"
        request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
        let task = uploadTask(with: request, fromFile: photo.fileURL, progress: nil) { response, _, error in
            completion(error.map { APIError.error(for: $0) })
        }
        task.resume()
        return task
    }
}
