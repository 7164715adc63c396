extension QueryStyle {
    /// What PHP's `parse_str` and `$_GET` read back unchanged: `tags[]=a&rows[0][x]=1&active=1`.
    ///
    /// Refused are nulls, sets and empty collections; keys that are empty or hold `[`, `]` or NUL, at the top also those
    /// with a space or a dot, below it those of a single blank or with the prefixes `__Host-` and `__Secure-`; below the
    /// top a dictionary whose keys are exactly 0, 1, 2… in any order, which is a list to PHP; more than 64 levels and
    /// 1,000 leaves.
    ///
    /// As in the other styles that are named for a framework, leaves other than texts come back as their text, and a date's
    /// text has no fraction of a second: ``QueryParser`` gives back a tree that is equal but for that.
    public static let php = reading(.php, arrays: .indicesWhereNested, booleans: .numeric)

    /// What Rack's `parse_nested_query` reads back unchanged: `tags[]=a&rows[][x]=1&active=true&note`.
    ///
    /// A null is a key without `=`. Refused are sets and empty collections; keys that are empty or hold `[` or `]`, inside
    /// an array also those with a line feed; an array directly in an array; more than 32 levels of dictionaries, 4,096
    /// leaves, 65,536 characters in the keys of a dictionary, and 4 MiB in all.
    ///
    /// Rack finds the elements of an array of dictionaries by their keys: a dictionary after another must begin with a leaf
    /// that the one before it has as well, not in an array; or else Rack merges the two, and it is refused. What it begins
    /// with is up to ``order``: with ``OrderStrategy/asGiven`` a ``ParameterValue`` or a model
    /// can put an identifier first; a Swift `Dictionary` has no order.
    public static let rack = reading(.rack, arrays: .brackets, booleans: .literal, nulls: .bareKey)

    /// What qs reads back unchanged with its default options, as Express does: `tags[0]=a&rows[0][x]=1&active=true`.
    ///
    /// Refused are nulls, sets and empty collections; keys that are empty or hold `[` or `]`, or that every JavaScript
    /// object has (`toString`, `constructor`…); below the top a dictionary with no keys but integers from 0 to 20, which is
    /// an array to qs; arrays of more than 20 elements, of which newer versions read no more; more than 5 brackets in a key and 1,000 leaves.
    public static let qs = reading(.qs, arrays: .indices, booleans: .literal)

    /// What readers of flat queries read back unchanged: `tags=a&tags=b&active=true`.
    ///
    /// Parameters are a dictionary of leaves and of arrays of leaves; everything else is refused, and so are nulls, sets,
    /// empty arrays, and more than 1,000 leaves. Every key comes back with the array of its values: a leaf and an array of
    /// this one leaf are the same.
    public static let flat = reading(.flat, arrays: .repeated, booleans: .literal)

    /// The form that Go's `url.ParseQuery` reads back unchanged: ``flat``, with up to 10,000 leaves and 10 MiB.
    public static let go = reading(.go, arrays: .repeated, booleans: .literal)

    /// The form that Node's `querystring` reads back unchanged: ``flat``, but for arrays of one element, which it reads as
    /// the element, and which are refused. A leaf comes back as itself, not as an array.
    public static let querystring = reading(.querystring, arrays: .repeated, booleans: .literal)

    /// The style that Laravel reads: ``php``.
    public static let laravel = php
    /// The style that Symfony reads: ``php``.
    public static let symfony = php
    /// The style that Ruby on Rails reads: ``rack``.
    public static let rails = rack
    /// The style that Sinatra reads: ``rack``.
    public static let sinatra = rack
    /// The style that Express 4 reads: ``qs``, its extended query parser.
    public static let express4 = qs
    /// The style that Express 5 reads: ``querystring``, its simple query parser.
    public static let express5 = querystring
    /// The style that Express reads: that of its present version, ``express5``.
    public static let express = express5
    /// The style that Django's `QueryDict` reads: ``flat``.
    public static let django = flat
    /// The style that Flask's `MultiDict` reads: ``flat``.
    public static let flask = flat

    private static func reading(
        _ framework: QueryFramework, arrays: ArrayStrategy, booleans: BoolStrategy, nulls: NullStrategy = .refused
    ) -> QueryStyle {
        QueryStyle(
            arrays: arrays, emptyCollections: .refused, nulls: nulls, booleans: booleans, numbers: .shortest,
            dates: .iso8601, data: .base64, framework: framework)
    }
}
