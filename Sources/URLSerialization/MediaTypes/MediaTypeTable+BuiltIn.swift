extension MediaTypeTable {
    /// The built-in table. It overrides the system's, so that a common file has the same type everywhere.
    static let builtIn = MediaTypeTable(lines(in: builtInText.utf8))

    /// The built-in table, in the format of `mime.types`. No extension occurs twice.
    ///
    /// Types are IANA's, with two exceptions: those for which Apple's systems are known to send another, as
    /// `audio/x-m4a`, and those whose unregistered name is still in general use, as `video/x-matroska`, since servers
    /// that accept uploads by type know it. An extension with several meanings has the one most often uploaded: `ts` is
    /// a video, `key` a presentation.
    static let builtInText = """
        # Text
        text/plain txt text log conf cfg ini
        text/html html htm shtml
        text/tab-separated-values tsv tab
        text/markdown md markdown
        text/uri-list uri
        text/vnd.graphviz gv
        text/x-bibtex bib
        text/x-diff diff patch
        text/x-gettext-translation po

        # Calendars, contacts, e-mail
        text/calendar ics ifb
        text/vcard vcf vcard
        text/x-vcalendar vcs
        application/vnd.ms-outlook msg
        message/rfc822 eml

        # Subtitles
        text/x-ssa ass ssa
        application/ttml+xml ttml
        application/x-subrip srt

        # Code
        text/javascript js mjs
        text/rust rs
        text/x-c++hdr hpp
        text/x-c++src cpp cc cxx c++
        text/x-chdr h
        text/x-csharp cs
        text/x-csrc c
        text/x-kotlin kt
        text/x-perl-script pl pm
        text/x-python-script py
        text/x-ruby-script rb
        application/java-vm class
        application/vnd.dart dart
        application/x-ipynb+json ipynb

        # Data
        application/json json map
        application/ld+json jsonld
        application/manifest+json webmanifest
        application/rdf+xml rdf
        application/vnd.apache.parquet parquet
        application/vnd.dbf dbf
        application/vnd.sqlite3 sqlite sqlite3
        application/vnd.tcpdump.pcap pcap
        application/x-hdf hdf h5
        application/x-msaccess mdb accdb
        application/x-ndjson ndjson jsonl
        application/x-netcdf nc
        application/yaml yaml yml
        text/turtle ttl

        # XML
        application/xml xml xsd
        application/atom+xml atom
        application/mathml+xml mathml mml
        application/rss+xml rss
        application/smil+xml smil
        application/wsdl+xml wsdl
        application/xhtml+xml xhtml xht
        application/xliff+xml xlf
        application/xml-dtd dtd
        application/xslt+xml xsl xslt

        # Documents
        application/postscript ps eps ai
        application/epub+zip epub
        application/vnd.amazon.ebook azw
        application/vnd.amazon.mobi8-ebook azw3
        application/vnd.comicbook+zip cbz
        application/vnd.comicbook-rar cbr
        application/vnd.ms-htmlhelp chm
        application/vnd.ms-xpsdocument xps
        application/vnd.wordperfect wpd
        application/x-abiword abw
        application/x-fictionbook+xml fb2
        application/x-indesign indd
        application/x-mobipocket-ebook mobi
        image/vnd.djvu djvu djv

        # Office: Microsoft
        application/msword doc dot
        application/onenote one
        application/vnd.ms-excel xls xlt
        application/vnd.ms-excel.sheet.binary.macroEnabled.12 xlsb
        application/vnd.ms-excel.sheet.macroEnabled.12 xlsm
        application/vnd.ms-excel.template.macroEnabled.12 xltm
        application/vnd.ms-officetheme thmx
        application/vnd.ms-powerpoint ppt pps pot
        application/vnd.ms-powerpoint.presentation.macroEnabled.12 pptm
        application/vnd.ms-powerpoint.slideshow.macroEnabled.12 ppsm
        application/vnd.ms-powerpoint.template.macroEnabled.12 potm
        application/vnd.ms-project mpp
        application/vnd.ms-word.document.macroEnabled.12 docm
        application/vnd.ms-word.template.macroEnabled.12 dotm
        application/vnd.ms-works wps
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
        application/vnd.openxmlformats-officedocument.presentationml.template potx
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
        application/vnd.visio vsd
        application/x-mspublisher pub

        # Office: others
        application/vnd.apple.keynote key keynote
        application/vnd.apple.numbers numbers
        application/vnd.apple.pages pages
        application/vnd.oasis.opendocument.base odb
        application/vnd.oasis.opendocument.chart odc
        application/vnd.oasis.opendocument.formula odf
        application/vnd.oasis.opendocument.graphics odg
        application/vnd.oasis.opendocument.graphics-template otg
        application/vnd.oasis.opendocument.image odi
        application/vnd.oasis.opendocument.presentation odp
        application/vnd.oasis.opendocument.presentation-template otp
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.spreadsheet-template ots
        application/vnd.oasis.opendocument.text odt
        application/vnd.oasis.opendocument.text-template ott
        application/vnd.sun.xml.calc sxc
        application/vnd.sun.xml.draw sxd
        application/vnd.sun.xml.impress sxi
        application/vnd.sun.xml.writer sxw

        \(builtInMedia)

        \(builtInPackages)

        # Types of the same name
        \(builtInNamesakes)
        """

    /// The types whose subtype is their extension, some of them with `x-` before it.
    private static var builtInNamesakes: String {
        let lists = [
            ("application/", "cbor fdf mbox mxf oxps pdf sql toml wasm xfdf zip"),
            ("application/x-", "cpio hwp lha lz4 lzh lzma msi plist sh tar webarchive"),
            ("audio/", "ac3 flac"), ("audio/x-", "ape caf m4a m4b m4p m4r"), ("font/", "otf ttf woff woff2"),
            ("image/", "apng avif emf fits gif heic jp2 jxl ktx ktx2 png webp wmf"), ("image/x-", "exr icns tga xcf"),
            ("model/", "3mf mtl obj stl u3d"), ("text/", "css csv php rtf vtt"),
            ("text/x-", "go java lua scala scss swift tex"), ("video/", "avi dv webm"), ("video/x-", "f4v flv m4v"),
        ]
        return lists.flatMap { type, names in names.split(separator: " ").map { "\(type)\($0) \($0)" } }
            .joined(separator: "\n")
    }
}
