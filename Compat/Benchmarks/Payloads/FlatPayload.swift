/// The payload *flat*: 20 pairs such as a search screen sends, 11 texts, 4 integers, 3 doubles and 2 Booleans.
///
/// The doubles of this and the other payloads have the same text by `%0.16g` and as the shortest text that reads back,
/// so that Foundation's description is the same on every system.
enum FlatPayload {
    /// The pairs.
    static var parameters: [String: Any] {
        [
            "access_token": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
            "app_version": "7.12.0",
            "category": "books & music",
            "currency": "EUR",
            "device_id": "6B29FC40-CA47-1067-B31D-00DD010662DA",
            "email": "ada.lovelace+shop@example.com",
            "in_stock": true,
            "language": "en-GB",
            "latitude": 51.5072,
            "longitude": -0.1276,
            "max_price": 49.5,
            "page": 3,
            "per_page": 50,
            "platform": "ios",
            "query": "analytical engine, first edition",
            "referrer": "https://example.com/shelf?id=12&sort=new",
            "sort": "relevance",
            "subscribed": false,
            "timestamp": 1_700_000_000,
            "user_id": 8_675_309,
        ]
    }
}
