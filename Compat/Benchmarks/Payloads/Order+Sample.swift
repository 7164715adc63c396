extension Order {
    /// The measured order.
    static let sample = Order(
        number: "2024-000417",
        placed: 1_700_000_000,
        paid: true,
        total: 214.75,
        currency: "EUR",
        note: "Bitte beim Nachbarn abgeben — Klingel „Müller“",
        customer: Customer(
            id: 90_210,
            name: "Zoë Ångström",
            email: "zoe+orders@example.com",
            verified: true,
            rating: 4.75,
            address: Address(
                street: "Große Straße 12",
                city: "Köln",
                postcode: "50667",
                country: "DE",
                location: Location(latitude: 50.9375, longitude: 6.9603)
            ),
            billing: Address(
                street: "1 Analytical Way",
                city: "London",
                postcode: "EC1A 1BB",
                country: "GB",
                location: Location(latitude: 51.5072, longitude: -0.1276)
            )
        ),
        lines: lines,
        shipping: Shipping(
            carrier: "DHL",
            tracking: "00340434161094042557",
            express: false,
            weight: 2.5,
            window: Window(from: 1_700_086_400, until: 1_700_172_800)
        ),
        tags: ["new", "gift", "b2c", "été", "priority", "repeat customer"],
        scores: [12, 7, 98, 4, 55, 31, 60, 2],
        nicknames: ["Zo", nil],
        metadata: Metadata(
            created: "à la main",
            source: "店鋪",
            version: 12,
            client: "ios/7.12.0",
            build: 4211,
            beta: false,
            ratio: 0.375,
            referrer: "https://example.com/shelf?id=12",
            preferences: Preferences(
                theme: "dark",
                newsletter: true,
                fontSize: 13.5,
                language: "de-DE",
                limit: 25
            )
        )
    )

    private static let lines = [
        Line(
            sku: "BK-1001", title: "Sketch of the Analytical Engine", quantity: 1, price: 34.5, gift: false,
            options: Options(colour: "brown", size: 2)
        ),
        Line(
            sku: "TE-0420", title: "Grüner Tee, 250 g", quantity: 3, price: 5.75, gift: true,
            options: Options(colour: "grün", size: 1)
        ),
        Line(
            sku: "PN-7", title: "Fountain pen (fine)", quantity: 2, price: 41.25, gift: false,
            options: Options(colour: "black", size: 4)
        ),
        Line(
            sku: "IN-33", title: "Encre bleu nuit", quantity: 4, price: 6.5, gift: false,
            options: Options(colour: "bleu nuit", size: 3)
        ),
        Line(
            sku: "NB-210", title: "ノート A5", quantity: 5, price: 3.25, gift: true,
            options: Options(colour: "白", size: 5)
        ),
        Line(
            sku: "LM-9", title: "Desk lamp & bulb", quantity: 1, price: 38.125, gift: false,
            options: Options(colour: "white/brass", size: 7)
        ),
    ]
}
