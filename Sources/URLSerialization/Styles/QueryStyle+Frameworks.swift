extension QueryStyle {
    /// The form that PHP's `parse_str` and `$_GET` read back unchanged: `tags[]=a&rows[0][x]=1&active=1`.
    ///
    /// The style refuses nulls, sets and empty collections; keys that are empty or contain `[`, `]` or NUL, at the top
    /// also those with a space or a dot, below it a key of a single blank or with the prefix `__Host-` or `__Secure-`;
    /// below the top a dictionary whose keys are exactly 0, 1, 2… in any order, which PHP reads as a list; more than 64
    /// levels or 1,000 leaves.
    ///
    /// As in the other styles named for a framework, leaves other than texts come back as their text, and the text of a
    /// date has no fraction of a second. Otherwise ``QueryParser`` returns an equal tree.
    public static let php = reading(.php, arrays: .indicesWhereNested, booleans: .numeric)

    /// The form that Rack's `parse_nested_query` reads back unchanged: `tags[]=a&rows[][x]=1&active=true&note`.
    ///
    /// A null is a key without `=`. The style refuses sets and empty collections; keys that are empty or contain `[` or
    /// `]`, inside an array also those with a line feed; an array directly in an array; more than 32 levels of
    /// dictionaries, 4,096 leaves, 65,536 characters in the keys of a dictionary, or 4 MiB in total.
    ///
    /// Rack separates the elements of an array of dictionaries by their keys. A dictionary that follows another must
    /// begin with a leaf that is not in an array and that the one before has as well. Otherwise Rack merges the two, so
    /// the style refuses it. ``order`` decides which leaf is first: with ``OrderStrategy/asGiven`` a ``ParameterValue``
    /// or a model can put an identifier first; a Swift `Dictionary` has no order.
    public static let rack = reading(.rack, arrays: .brackets, booleans: .literal, nulls: .bareKey)

    /// The form that Ruby on Rails reads back unchanged: ``rack``, with empty arrays: `tags[]`.
    ///
    /// Rails removes nulls from arrays, so the style refuses them, and empty arrays and dictionaries directly in an
    /// array. Nulls in dictionaries are keys without `=`. Empty dictionaries are refused as in ``rack``.
    public static let rails = reading(
        .rails, arrays: .brackets, booleans: .literal, nulls: .bareKey, emptyCollections: .null)

    /// The form that qs reads back unchanged with its default options, as in Express 4:
    /// `tags[0]=a&rows[0][x]=1&active=true`.
    ///
    /// The style refuses nulls, sets and empty collections; keys that are empty or contain `[` or `]`, or that every
    /// JavaScript object has (`toString`, `constructor`…); below the top a dictionary whose keys are all integers from
    /// 0 to 20, which qs reads as an array; arrays of more than 20 elements, which newer versions truncate; more than 5
    /// brackets in a key or 1,000 leaves.
    public static let qs = reading(.qs, arrays: .indices, booleans: .literal)

    /// The form that readers of flat queries read back unchanged: `tags=a&tags=b&active=true`.
    ///
    /// Parameters are a dictionary of leaves and of arrays of leaves. The style refuses everything else, nulls, sets,
    /// empty arrays, and more than 1,000 leaves. Every key comes back with the array of its values, so a leaf and an
    /// array of one leaf are the same.
    public static let flat = reading(.flat, arrays: .repeated, booleans: .literal)

    /// The form that Go's `url.ParseQuery` reads back unchanged: ``flat``, with up to 10,000 leaves and 10 MiB.
    public static let go = reading(.go, arrays: .repeated, booleans: .literal)

    /// The form that Node's `querystring` reads back unchanged: ``flat`` without arrays of one element. The framework
    /// reads such an array as the element, so the style refuses it. A leaf comes back as itself, not as an array.
    public static let querystring = reading(.querystring, arrays: .repeated, booleans: .literal)

    /// The style for Laravel: ``php``. PHP reads it back unchanged; Laravel then changes the result.
    public static let laravel = php
    /// The style for Symfony: ``php``. PHP reads it back unchanged; Symfony then changes the result.
    public static let symfony = php
    /// The style for Sinatra: ``rack``. Rack reads it back unchanged; Sinatra then changes the result.
    public static let sinatra = rack
    /// The style that Express 4 reads: ``qs``, its extended query parser. Its parser of forms reads longer arrays and
    /// deeper keys as well, for which ``arrays`` with ``ArrayStrategy/indices`` is enough.
    public static let express4 = qs
    /// The style that Express 5 reads: ``querystring``, its simple query parser.
    public static let express5 = querystring
    /// The style that the current version of Express reads: ``express5``.
    public static let express = express5
    /// The style that Django's `QueryDict` reads: ``flat``.
    public static let django = flat
    /// The style that Flask's `MultiDict` reads: ``flat``.
    public static let flask = flat

    private static func reading(
        _ dialect: QueryDialect, arrays: ArrayStrategy, booleans: BoolStrategy, nulls: NullStrategy = .refused,
        emptyCollections: EmptyCollectionStrategy = .refused
    ) -> QueryStyle {
        QueryStyle(
            arrays: arrays, emptyCollections: emptyCollections, nulls: nulls, booleans: booleans, numbers: .shortest,
            dates: .iso8601, data: .base64, dialect: dialect)
    }
}
