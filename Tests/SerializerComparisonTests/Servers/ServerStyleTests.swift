import TestSupport
import Testing
import URLSerialization

@testable import SerializerComparison

/// The styles that are named for servers, measured by the readings that `RealServerStackTests` compares with the
/// servers themselves.
@Suite(.tags(.computing, .random, .slow), .takingTurns) struct ServerStyleTests {
    static let names = [
        "php", "laravel", "symfony", "rack", "rails", "sinatra", "qs", "express4", "express", "express5", "querystring",
        "flat", "django", "flask", "fastapi", "go", "gin", "spring", "aspnet", "phoenix",
    ]

    /// The style refuses exactly what the server would not give back, in a query and in a form.
    @Test(arguments: names, QueryPart.allCases)
    func whatIsRefusedWouldBeMisread(name: String, part: QueryPart) throws {
        var generator = SeededGenerator(seed: 4)
        let server = try #require(QueryServer.named(name))
        let dialect = server.dialect
        // Middleware trims texts and removes empty ones, whatever a style writes.
        var middleware = ServerReader(dialect)
        middleware.rules = server[.form].rules.intersection([.trims, .nullsEmptyTexts])
        var unchecked = QueryStringSerializer(style: dialect.style)
        unchecked.style.dialect = nil
        var checked = QueryStringSerializer(style: dialect.style)
        checked.part = part
        var (accepted, refusedThoughKept, acceptedThoughChanged) = (0, 0, 0)
        let count = Effort.times(300, quick: 40)
        for number in 0..<count {
            let parameters =
                number.isMultiple(of: 2)
                ? RandomParameters.ordinary(for: dialect, using: &generator) : RandomParameters.wild(using: &generator)
            let isRefused = (try? checked.string(from: parameters)) == nil
            // Every style refuses values without a text.
            let query = try? unchecked.string(from: parameters)
            let read = query.flatMap {
                try? ServerReading(of: $0, in: part == .form ? .form : .query, by: server).result.get()
            }
            let expected = try middleware.reading(ofJSON: dialect.reading(of: parameters), byteCount: 0)
            if !isRefused { accepted += 1 }
            if isRefused, read == expected { refusedThoughKept += 1 }
            if !isRefused, read != expected { acceptedThoughChanged += 1 }
        }
        #expect(refusedThoughKept == 0 && acceptedThoughChanged == 0)
        #expect(accepted * 2 >= count && accepted < count)
    }
}
