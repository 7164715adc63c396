import AFNetworkingCompat
import Foundation

/// A photo and its details, as one multipart form.
class PhotoUpload: NSObject {
    var orderID: Int
    var fileURL: URL!
    var thumbnail: Data!
    var note: String?
    var log: String?
    var isOn3G = false

    init(orderID: Int) {
        self.orderID = orderID
        super.init()
    }

    /// The signature of AFNetworking 3.x and 4.0.0: an error pointer, and a request that is never nil in Swift.
    func request(serializer: AFHTTPRequestSerializer, urlString: String) throws -> NSMutableURLRequest {
        var fileError: NSError?
        var serializationError: NSError?
        let request = serializer.multipartFormRequest(
            withMethod: "POST", urlString: urlString, parameters: parameters,
            constructingBodyWith: { formData in
                do {
                    try self.appendParts(to: formData)
                } catch let error as NSError {
                    fileError = error
                }
            }, error: &serializationError)
        if let error = serializationError ?? fileError {
            throw error
        }
        return request
    }

    /// The error pointer stayed in 4.0.1. Parts that cannot be appended are left out.
    func replacementRequest(serializer: AFHTTPRequestSerializer, urlString: String) -> NSMutableURLRequest {
        return serializer.multipartFormRequest(
            withMethod: "PUT", urlString: urlString, parameters: parameters,
            constructingBodyWith: { formData in
                try? self.appendParts(to: formData)
            }, error: nil)
    }

    var parameters: [String: Any] {
        return ["order": ["id": orderID, "tags": ["a", "b"]]]
    }

    func appendParts(to formData: AFMultipartFormData) throws {
        try formData.appendPart(withFileURL: fileURL, name: "photo", fileName: "photo.jpg", mimeType: "image/jpeg")
        formData.appendPart(
            withFileData: thumbnail, name: "thumbnail", fileName: "thumbnail.png", mimeType: "image/png")
        if let note = note {
            formData.appendPart(withForm: note.data(using: .utf8)!, name: "note")
        }
        if let data = log?.data(using: .utf8) {
            formData.appendPart(
                with: InputStream(data: data), name: "log", fileName: "log.txt", length: Int64(data.count),
                mimeType: "text/plain")
        }
        formData.appendPart(
            withHeaders: ["Content-Disposition": "form-data; name=\"meta\"", "Content-Type": "application/json"],
            body: "{\"version\":1}".data(using: .utf8)!)
        if isOn3G {
            formData.throttleBandwidth(
                withPacketSize: kAFUploadStream3GSuggestedPacketSize, delay: kAFUploadStream3GSuggestedDelay)
        }
    }
}
