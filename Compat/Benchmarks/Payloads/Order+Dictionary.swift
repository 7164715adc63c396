import Foundation

extension Order {
    /// The same order as a dictionary.
    var parameters: [String: Any] {
        [
            "number": number, "placed": placed, "paid": paid, "total": total, "currency": currency, "note": note,
            "customer": customer.parameters,
            "lines": lines.map(\.parameters),
            "shipping": shipping.parameters,
            "tags": tags,
            "scores": scores,
            "nicknames": nicknames.map { nickname -> Any in nickname ?? NSNull() },
            "métadonnées": metadata.parameters,
        ]
    }
}

extension Order.Customer {
    fileprivate var parameters: [String: Any] {
        [
            "id": id, "name": name, "email": email, "verified": verified, "rating": rating,
            "address": address.parameters, "billing": billing.parameters,
        ]
    }
}

extension Order.Address {
    fileprivate var parameters: [String: Any] {
        [
            "street": street, "city": city, "postcode": postcode, "country": country,
            "location": ["latitude": location.latitude, "longitude": location.longitude],
        ]
    }
}

extension Order.Line {
    fileprivate var parameters: [String: Any] {
        [
            "sku": sku, "title": title, "quantity": quantity, "price": price, "gift": gift,
            "options": ["colour": options.colour, "größe": options.size] as [String: Any],
        ]
    }
}

extension Order.Shipping {
    fileprivate var parameters: [String: Any] {
        [
            "carrier": carrier, "tracking": tracking, "express": express, "weight": weight,
            "window": ["from": window.from, "until": window.until],
        ]
    }
}

extension Order.Metadata {
    fileprivate var parameters: [String: Any] {
        [
            "créé": created, "來源": source, "версия": version, "client": client, "build": build, "beta": beta,
            "ratio": ratio, "referrer": referrer,
            "preferences": [
                "theme": preferences.theme, "newsletter": preferences.newsletter, "fontSize": preferences.fontSize,
                "language": preferences.language, "limit": preferences.limit,
            ] as [String: Any],
        ]
    }
}
