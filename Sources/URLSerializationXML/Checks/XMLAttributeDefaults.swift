/// What a document type adds to every element of a name.
struct XMLAttributeDefaults {
    /// How many attributes.
    var count = 0
    /// How many bytes their names and values have, with entities expanded.
    var bytes = 0
}
