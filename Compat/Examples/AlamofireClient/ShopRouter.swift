import AlamofireCompat
import Foundation

/// The calls of a shop's interface, as an application lists them.
public enum ShopRouter: Sendable {
    /// A page of the products that a text and tags find.
    case products(query: String, tags: [String], page: Int)
    /// The product with a number.
    case product(id: Int)
    /// An order to send as JSON.
    case order(Order)
    /// The cancellation of the order with a number.
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

/// A call to a shop, which Alamofire makes a request of.
public struct ShopCall: URLRequestConvertible {
    /// The URL that the paths of calls are appended to.
    public var shop: URL
    /// The call, with its method, path and parameters.
    public var route: ShopRouter

    /// Returns the request of the call.
    public func asURLRequest() throws -> URLRequest { try route.request(to: shop) }
}

/// A product of the shop, decoded from JSON with keys in snake case.
public struct Product: Codable, Equatable, Sendable {
    /// The number of the product, which ends its URL.
    public var id: Int
    /// The name of the product, as the shop sends it.
    public var name: String
    /// The price in cents, `price_in_cents` in JSON.
    public var priceInCents: Int
}

/// An order of one product, sent as JSON.
public struct Order: Codable, Equatable, Sendable {
    /// The number of the ordered product.
    public var product: Int
    /// The quantity of the product to order.
    public var count: Int

    /// Creates an order of a quantity of one product.
    public init(product: Int, count: Int) {
        self.product = product
        self.count = count
    }
}

/// The shop's answer to an order.
public struct Receipt: Codable, Equatable, Sendable {
    /// The number of the order, with which it can be cancelled.
    public var number: Int
}

/// The body of a response with status 422, thrown as an error.
public struct ShopProblem: Decodable, Error, Equatable, Sendable {
    /// The problem in a sentence for the customer.
    public var message: String
}
