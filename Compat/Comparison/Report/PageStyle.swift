/// The style sheet of the page.
enum PageStyle {
    /// The colours of a scheme, by their variables: background, text, faint, line, good, different and lost with their
    /// backgrounds, and the outline of the focus. Each text colour has a contrast of at least 4.5 to its background
    /// (WCAG 2, 1.4.3).
    typealias Scheme = KeyValuePairs<String, String>

    static let light: Scheme = [
        "b": "#ffffff", "t": "#1b1f24", "f": "#57606a", "l": "#c4cad1", "g": "#0b6b2e", "gb": "#ddf5e4",
        "d": "#7a3b00", "db": "#fff3d6", "r": "#9b1c1c", "rb": "#fde8e8", "k": "#0a53a8",
    ]
    static let dark: Scheme = [
        "b": "#14181d", "t": "#e6e9ec", "f": "#a3adb8", "l": "#3a424b", "g": "#7ddc98", "gb": "#12381f",
        "d": "#ffd08a", "db": "#3b2a0c", "r": "#ffaba3", "rb": "#431a1a", "k": "#8bbcff",
    ]

    /// Returns the rules. One hides the column of each sender whose box is not ticked, and one shows only the rows in
    /// which a ticked sender differs, on request.
    static func css(filters ids: [String]) -> String {
        let filters = ids.map {
            "main:has(#\($0):not(:checked)) .\($0){display:none}\n"
                + "main:has(#\($0):checked) #values tbody tr.d\($0.dropFirst()){display:table-row}"
        }.joined(separator: "\n")
        return """
            :root{color-scheme:light dark;\(variables(light))}
            @media (prefers-color-scheme:dark){:root{\(variables(dark))}}
            *{box-sizing:border-box}
            body{margin:0 auto;max-width:90rem;padding:1rem;background:var(--b);color:var(--t);
            font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
            h1{font-size:1.4rem}h2{font-size:1.15rem;margin-top:2rem}
            .wide{overflow-x:auto;max-width:100%}
            table{border-collapse:collapse;font-size:.9rem}
            th,td{border-bottom:1px solid var(--l);padding:.25rem .6rem;text-align:start;vertical-align:top;
            min-width:4rem;max-width:24rem}
            th{background:var(--b);color:var(--t)}
            thead th{white-space:nowrap}
            .n{text-align:end;font-variant-numeric:tabular-nums}
            td.e,.f{color:var(--f)}
            td.g{color:var(--g)}
            \((0...10).map(heat).joined())
            td.d{color:var(--d);background:var(--db)}
            td.r{color:var(--r);background:var(--rb)}
            label{display:inline-block;white-space:nowrap;margin-inline-end:1rem;padding:.25rem 0}
            input:focus-visible,summary:focus-visible,.wide:focus-visible{outline:3px solid var(--k);outline-offset:2px}
            pre{white-space:pre-wrap;margin:.5rem 0}
            main:has(#differs:checked) #values tbody tr{display:none}
            \(filters)
            """
    }

    /// Returns the rule for a share of values that arrive, in tenths: red for none, amber for half, green for all.
    private static func heat(_ tenths: Int) -> String {
        let (end, share) = (tenths < 5 ? "rb" : "gb", abs(tenths - 5) * 20)
        return "td.h\(tenths){background:color-mix(in srgb,var(--\(end)) \(share)%,var(--db))}"
    }

    private static func variables(_ scheme: Scheme) -> String {
        scheme.map { "--\($0):\($1)" }.joined(separator: ";")
    }
}
