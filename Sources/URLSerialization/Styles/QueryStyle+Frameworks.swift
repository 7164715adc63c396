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
    /// 0 to 20, which qs reads as an array; arrays of more than 21 elements; more than 5 brackets in a key or 1,000
    /// leaves. From qs 6.14.1 on an array has 20 elements: set ``limits``.
    public static let qs = reading(.qs, arrays: .indices, booleans: .literal)

    /// The form that readers of flat queries read back unchanged: `tags=a&tags=b&active=true`.
    ///
    /// Parameters are a dictionary of leaves and of arrays of leaves. The style refuses everything else, nulls, sets,
    /// empty arrays, and more than 1,000 leaves. Every key comes back with the array of its values, so a leaf and an
    /// array of one leaf are the same.
    public static let flat = reading(.flat, arrays: .repeated, booleans: .literal)

    /// The form that Go's `url.ParseQuery` reads back unchanged: ``flat``, with up to 10,000 leaves, and 1 MiB of a
    /// query or 10 MiB of a form.
    public static let go = reading(.go, arrays: .repeated, booleans: .literal)

    /// The form that Node's `querystring` reads back unchanged: ``flat`` without arrays of one element. The framework
    /// reads such an array as the element, so the style refuses it. A leaf comes back as itself, not as an array.
    public static let querystring = reading(.querystring, arrays: .repeated, booleans: .literal)

    /// The style for Laravel: ``php`` with nulls, which are written as empty texts. A new application's middleware
    /// reads an empty text as a null, and trims texts.
    public static let laravel = reading(
        .laravel, arrays: .indicesWhereNested, booleans: .numeric, nulls: .emptyValue)
    /// The style for Symfony: ``php``. PHP reads it back unchanged; Symfony then changes the result.
    public static let symfony = php
    /// The style for Sinatra: ``rack``. Rack reads it back unchanged; Sinatra then changes the result.
    public static let sinatra = rack
    /// The style that Express 4 reads with its extended parsers: ``qs``, with keys such as `toString`, and in a form
    /// with arrays of any length and keys of any depth.
    public static let express4 = reading(.express4, arrays: .indices, booleans: .literal)
    /// The style that Express 5 reads: ``querystring``, its simple query parser.
    public static let express5 = querystring
    /// The style that the current version of Express reads: ``express5``.
    public static let express = express5
    /// The style that Django's `QueryDict` reads: ``flat``.
    public static let django = flat
    /// The style that Flask's `MultiDict` reads: ``flat``.
    public static let flask = flat
    /// The style that FastAPI reads: ``flat``.
    public static let fastAPI = flat
    /// The style that Gin reads: ``go``.
    public static let gin = go

    /// The form that Spring binds to beans: `tags[0]=a&user.name=x&active=true`.
    ///
    /// The style refuses what Spring would change: nulls, sets, empty collections, keys with dots or brackets, keys at
    /// the top that begin with `_` or `!`, arrays of more than 256 elements.
    public static let spring = reading(.spring, arrays: .indices, booleans: .literal, keyPaths: .dots)

    /// The form that ASP.NET Core binds to models, by its documentation: `tags[0]=a&user.name=x&active=true`.
    ///
    /// A null is an empty text, which is read as a null. The style refuses sets, empty collections, keys with dots or
    /// brackets, and keys of a dictionary that differ only in case.
    public static let aspNetCore = reading(
        .aspNetCore, arrays: .indices, booleans: .literal, nulls: .emptyValue, keyPaths: .dots)

    /// The form that Phoenix reads, by Plug's source: `tags[]=a&user[name]=x&active=true`.
    ///
    /// The style refuses nulls, sets, empty collections, and arrays of several collections, which Plug merges.
    public static let phoenix = reading(.phoenix, arrays: .brackets, booleans: .literal)

    private static func reading(
        _ dialect: QueryDialect, arrays: ArrayStrategy, booleans: BoolStrategy, nulls: NullStrategy = .refused,
        emptyCollections: EmptyCollectionStrategy = .refused, keyPaths: KeyPathStrategy = .brackets
    ) -> QueryStyle {
        QueryStyle(
            arrays: arrays, emptyCollections: emptyCollections, keyPaths: keyPaths, nulls: nulls, booleans: booleans,
            numbers: .shortest, dates: .iso8601, data: .base64, dialect: dialect)
    }
}
