import URLSerialization

/// The result of serializing a response: an object, an error, both or neither.
struct ResponseAnswer {
    let object: Any?
    let error: NSError?
}
