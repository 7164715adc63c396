import AlamofireCompat
import Foundation

/// The calls of a shop's interface, as an application lists them.
public enum ShopRouter: Sendable {
    /// A page of products.
    case products(query: String, tags: [String], page: Int)
    /// One product.
    case product(id: Int)
    /// A new order.
    case order(Order)
    /// A cancelled order.
    case cancellation(id: Int)

    private var method: HTTPMethod {
        switch self {
        case .products, .product: .get
        case .order: .post
        case .cancellation: .delete
        }
    }

    private var path: String {
        switch self {
        case .products: "products"
        case .product(let id): "products/\(id)"
        case .order: "orders"
        case .cancellation(let id): "orders/\(id)"
        }
    }

    /// Returns the request of a call to a shop.
    public func request(to shop: URL) throws -> URLRequest {
        let url = shop.appendingPathComponent(path)
        var request = try URLRequest(url: url, method: method, headers: [.accept("application/json")])
        switch self {
        case .products(let query, let tags, let page):
            let encoder = URLEncodedFormParameterEncoder(
                encoder: URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase), destination: .queryString)
            request = try encoder.encode(ProductQuery(searchText: query, tags: tags, page: page), into: request)
        case .order(let order):
            request = try JSONParameterEncoder.sortedKeys.encode(order, into: request)
        case .product, .cancellation:
            break
        }
        return request
    }

    private struct ProductQuery: Encodable, Sendable {
        var searchText: String
        var tags: [String]
        var page: Int
    }
}

/// A call to a shop.
public struct ShopCall: URLRequestConvertible {
    /// The address of the shop.
    public var shop: URL
    /// The call.
    public var route: ShopRouter

    /// Returns the request of the call.
    public func asURLRequest() throws -> URLRequest { try route.request(to: shop) }
}

/// A product of the shop.
public struct Product: Codable, Equatable, Sendable {
    /// The number of the product.
    public var id: Int
    /// The name of the product.
    public var name: String
    /// The price in cents.
    public var priceInCents: Int
}

/// An order of products.
public struct Order: Codable, Equatable, Sendable {
    /// The number of the product.
    public var product: Int
    /// The quantity.
    public var count: Int

    /// Creates an order.
    public init(product: Int, count: Int) {
        self.product = product
        self.count = count
    }
}

/// The answer to an order.
public struct Receipt: Codable, Equatable, Sendable {
    /// The number of the order.
    public var number: Int
}

/// The body of an error.
public struct ShopProblem: Decodable, Error, Equatable, Sendable {
    /// The sentence for the customer.
    public var message: String
}
