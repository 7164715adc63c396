/// The payloads *nested* and *model*: an order of 100 leaves, four levels deep, as structs and as a dictionary.
///
/// It has text, integers, doubles, Booleans and a null, arrays of leaves and of dictionaries, and non-ASCII keys and
/// values. Its keys sort alike under Swift's `<` and under `NSString.compare`. ``parameters`` is the dictionary that a
/// caller would write by hand: typed arrays where a literal would infer them, `[Any]` where it must be written out.
struct Order: Codable {
    let number: String
    let placed: Int
    let paid: Bool
    let total: Double
    let currency: String
    let note: String
    let customer: Customer
    let lines: [Line]
    let shipping: Shipping
    let tags: [String]
    let scores: [Int]
    let nicknames: [String?]
    let metadata: Metadata

    enum CodingKeys: String, CodingKey {
        case number, placed, paid, total, currency, note, customer, lines, shipping, tags, scores, nicknames
        case metadata = "métadonnées"
    }

    struct Customer: Codable {
        let id: Int
        let name: String
        let email: String
        let verified: Bool
        let rating: Double
        let address: Address
        let billing: Address
    }

    struct Address: Codable {
        let street: String
        let city: String
        let postcode: String
        let country: String
        let location: Location
    }

    struct Location: Codable {
        let latitude: Double
        let longitude: Double
    }

    struct Line: Codable {
        let sku: String
        let title: String
        let quantity: Int
        let price: Double
        let gift: Bool
        let options: Options
    }

    struct Options: Codable {
        let colour: String
        let size: Int

        enum CodingKeys: String, CodingKey {
            case colour
            case size = "größe"
        }
    }

    struct Shipping: Codable {
        let carrier: String
        let tracking: String
        let express: Bool
        let weight: Double
        let window: Window
    }

    struct Window: Codable {
        let from: Int
        let until: Int
    }

    struct Metadata: Codable {
        let created: String
        let source: String
        let version: Int
        let client: String
        let build: Int
        let beta: Bool
        let ratio: Double
        let referrer: String
        let preferences: Preferences

        enum CodingKeys: String, CodingKey {
            case created = "créé"
            case source = "來源"
            case version = "версия"
            case client, build, beta, ratio, referrer, preferences
        }
    }

    struct Preferences: Codable {
        let theme: String
        let newsletter: Bool
        let fontSize: Double
        let language: String
        let limit: Int
    }
}
