import AlamofireCompat
import Foundation

/// A shop on a server, written as in an application that uses Alamofire 5.
public final class Shop: Sendable {
    private let session: Session
    private let url: URL
    private let decoder: JSONDecoder

    /// Creates a shop at a URL.
    public init(at url: URL, session: Session) {
        self.session = session
        self.url = url
        decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
    }

    private func call(_ route: ShopRouter) -> ShopCall { ShopCall(shop: url, route: route) }

    // MARK: - With closures

    /// Calls a closure with a product.
    public func product(_ id: Int, completion: @escaping @Sendable (Result<Product, AFError>) -> Void) {
        session.request(call(.product(id: id)))
            .validate(statusCode: 200..<300)
            .validate(contentType: ["application/json"])
            .responseDecodable(of: Product.self, queue: .global(), decoder: decoder) { response in
                completion(response.result)
            }
    }

    /// Calls a closure with the products' names in the order of their prices.
    public func names(_ query: String, completion: @escaping @Sendable (AFDataResponse<[String]>) -> Void) {
        session.request(call(.products(query: query, tags: ["new", "sale"], page: 1)))
            .validate()
            .responseDecodable(of: [Product].self, queue: .global(), decoder: decoder) { response in
                completion(response.map { $0.sorted { $0.priceInCents < $1.priceInCents }.map(\.name) })
            }
    }

    // MARK: - With async

    /// Sends an order, and returns the shop's receipt.
    ///
    /// - Throws: ``ShopProblem`` if the shop states the problem.
    public func send(_ order: Order) async throws -> Receipt {
        let response = await session.request(call(.order(order))).validate()
            .serializingDecodable(Receipt.self, decoder: decoder).response
        switch response.result {
        case .success(let receipt):
            return receipt
        case .failure(let error):
            guard error.responseCode == 422, let data = response.data else { throw error }
            throw try decoder.decode(ShopProblem.self, from: data)
        }
    }

    /// Cancels an order, whose answer is empty.
    public func cancel(_ number: Int) async throws {
        _ = try await session.request(call(.cancellation(id: number))).validate()
            .serializingDecodable(Empty.self, emptyResponseCodes: [200, 204]).value
    }

    /// Returns two products, which are requested at the same time.
    public func products(_ first: Int, _ second: Int) async throws -> [Product] {
        async let one = session.request(call(.product(id: first)))
            .serializingDecodable(Product.self, decoder: decoder).value
        async let other = session.request(call(.product(id: second)))
            .serializingDecodable(Product.self, decoder: decoder).value
        return try await [one, other]
    }

    /// Sends a picture with a caption.
    public func send(picture: Data, caption: String, progress: @escaping @Sendable (Double) -> Void) async throws
        -> String
    {
        try await session.upload(
            multipartFormData: { form in
                form.append(Data(caption.utf8), withName: "caption")
                form.append(picture, withName: "picture", fileName: "picture.png", mimeType: "image/png")
            }, to: url.appendingPathComponent("pictures"), headers: [.accept("text/plain")]
        )
        .uploadProgress(queue: .global()) { progress($0.fractionCompleted) }
        .validate()
        .serializingString().value
    }

    /// Downloads the catalogue into a directory.
    public func catalogue(into folder: URL) async throws -> URL {
        let destination: DownloadRequest.Destination = { _, response in
            let name = response.suggestedFilename == "Unknown" ? "catalogue" : response.suggestedFilename
            let file = folder.appendingPathComponent(name ?? "catalogue")
            return (file, [.removePreviousFile, .createIntermediateDirectories])
        }
        return try await session.download(url.appendingPathComponent("catalogue"), to: destination)
            .validate()
            .serializingDownloadedFileURL().value
    }

    /// Returns the lines of the shop's news as they arrive.
    public func news(limit: Int) async throws -> [String] {
        let request = session.streamRequest(url.appendingPathComponent("news")).validate()
        var lines: [String] = []
        for await part in request.streamTask().streamingStrings() {
            if let text = part.value { lines += text.split(separator: "\n").map(String.init) }
            if let error = part.completion?.error { throw error }
            if lines.count >= limit { part.cancel() }
            if lines.count >= limit { break }
        }
        return Array(lines.prefix(limit))
    }
}
