import URLSerialization

/// What a response became: an object, an error, both or neither.
struct ResponseAnswer {
    let object: Any?
    let error: NSError?
}
