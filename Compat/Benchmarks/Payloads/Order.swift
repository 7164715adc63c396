import Foundation

/// The payloads *nested* and *model*: an order of 100 leaves, four levels deep, as a dictionary and as structs.
///
/// It has text, integers, doubles, Booleans and a null, arrays of leaves and of dictionaries, and non-ASCII keys and
/// values. Its keys sort alike under Swift's `<` and under `NSString.compare`. ``parameters`` is the dictionary that a
/// caller would write by hand: typed arrays where a literal would infer them, `[Any]` where it must be written out.
/// ``sample`` is made from it.
struct Order: Codable {
    let number: String
    let placed: Int
    let paid: Bool
    let total: Double
    let currency, note: String
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
        let name, email: String
        let verified: Bool
        let rating: Double
        let address, billing: Address
    }

    struct Address: Codable {
        let street, city, postcode, country: String
        let location: Location
    }

    struct Location: Codable {
        let latitude, longitude: Double
    }

    struct Line: Codable {
        let sku, title: String
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
        let carrier, tracking: String
        let express: Bool
        let weight: Double
        let window: Window
    }

    struct Window: Codable {
        let from, until: Int
    }

    struct Metadata: Codable {
        let created, source: String
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

extension Order {
    /// The measured order as structs, decoded from ``parameters``.
    static var sample: Order {
        get throws {
            try JSONDecoder().decode(Order.self, from: JSONSerialization.data(withJSONObject: parameters))
        }
    }

    /// The measured order as a dictionary.
    static var parameters: [String: Any] {
        [
            "number": "2024-000417", "placed": 1_700_000_000, "paid": true, "total": 214.75, "currency": "EUR",
            "note": "Bitte beim Nachbarn abgeben — Klingel „Müller“",
            "customer": [
                "id": 90_210, "name": "Zoë Ångström", "email": "zoe+orders@example.com", "verified": true,
                "rating": 4.75,
                "address": [
                    "street": "Große Straße 12", "city": "Köln", "postcode": "50667", "country": "DE",
                    "location": ["latitude": 50.9375, "longitude": 6.9603],
                ] as [String: Any],
                "billing": [
                    "street": "1 Analytical Way", "city": "London", "postcode": "EC1A 1BB", "country": "GB",
                    "location": ["latitude": 51.5072, "longitude": -0.1276],
                ] as [String: Any],
            ] as [String: Any],
            "lines": [
                line("BK-1001", "Sketch of the Analytical Engine", 1, 34.5, false, "brown", 2),
                line("TE-0420", "Grüner Tee, 250 g", 3, 5.75, true, "grün", 1),
                line("PN-7", "Fountain pen (fine)", 2, 41.25, false, "black", 4),
                line("IN-33", "Encre bleu nuit", 4, 6.5, false, "bleu nuit", 3),
                line("NB-210", "ノート A5", 5, 3.25, true, "白", 5),
                line("LM-9", "Desk lamp & bulb", 1, 38.125, false, "white/brass", 7),
            ],
            "shipping": [
                "carrier": "DHL", "tracking": "00340434161094042557", "express": false, "weight": 2.5,
                "window": ["from": 1_700_086_400, "until": 1_700_172_800],
            ] as [String: Any],
            "tags": ["new", "gift", "b2c", "été", "priority", "repeat customer"],
            "scores": [12, 7, 98, 4, 55, 31, 60, 2],
            "nicknames": ["Zo", NSNull()] as [Any],
            "métadonnées": [
                "créé": "à la main", "來源": "店鋪", "версия": 12, "client": "ios/7.12.0", "build": 4211, "beta": false,
                "ratio": 0.375, "referrer": "https://example.com/shelf?id=12",
                "preferences": [
                    "theme": "dark", "newsletter": true, "fontSize": 13.5, "language": "de-DE", "limit": 25,
                ] as [String: Any],
            ] as [String: Any],
        ]
    }

    private static func line(
        _ sku: String, _ title: String, _ quantity: Int, _ price: Double, _ gift: Bool, _ colour: String, _ size: Int
    ) -> [String: Any] {
        [
            "sku": sku, "title": title, "quantity": quantity, "price": price, "gift": gift,
            "options": ["colour": colour, "größe": size] as [String: Any],
        ]
    }
}
