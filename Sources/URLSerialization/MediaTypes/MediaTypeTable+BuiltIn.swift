extension MediaTypeTable {
    /// The built-in table. It overrides the system's, so that a common file has the same type everywhere.
    static let builtIn = MediaTypeTable(lines(in: builtInText.utf8))

    /// The built-in table, in the format of `mime.types`.
    static let builtInText: String = {
        let types = builtInTypes.flatMap { start, types in
            types.split(separator: ", ").map { $0.contains(" ") ? start + $0 : "\(start)\($0) \($0)" }
        }
        return types.joined(separator: "\n")
    }()

    /// The types with their extensions, after the beginning that several share. A type without an extension is its own,
    /// without the beginning. No extension occurs twice.
    ///
    /// Types are IANA's, with two exceptions: those for which Apple's systems are known to send another, such as
    /// `audio/x-m4a`, and those whose unregistered name is still in general use, such as `video/x-matroska`, since
    /// servers that accept uploads by type know it. An extension with several meanings has the one most often uploaded:
    /// `ts` is a video, `key` a presentation.
    private static let builtInTypes: [(start: String, types: String)] = [
        // Text, calendars, contacts, e-mail, subtitles.
        ("text/", "plain txt text log conf cfg ini, html html htm shtml, tab-separated-values tsv tab"),
        ("text/", "markdown md markdown, uri-list uri, vnd.graphviz gv, calendar ics ifb, vcard vcf vcard"),
        ("text/x-", "bibtex bib, diff diff patch, gettext-translation po, vcalendar vcs, ssa ass ssa"),
        ("application/vnd.ms-", "outlook msg"), ("message/", "rfc822 eml"), ("application/", "ttml+xml ttml"),
        ("application/x-", "subrip srt"),
        // Code.
        ("text/", "javascript js mjs, rust rs"),
        ("text/x-", "c++hdr hpp, c++src cpp cc cxx c++, chdr h, csharp cs, csrc c, kotlin kt, perl-script pl pm"),
        ("text/x-", "python-script py, ruby-script rb"), ("application/", "java-vm class, vnd.dart dart"),
        ("application/x-", "ipynb+json ipynb"),
        // Data and XML.
        ("application/", "json json map, ld+json jsonld, manifest+json webmanifest, rdf+xml rdf"),
        ("application/", "vnd.apache.parquet parquet, vnd.dbf dbf, vnd.sqlite3 sqlite sqlite3"),
        ("application/", "vnd.tcpdump.pcap pcap, yaml yaml yml, xml xml xsd, atom+xml atom, mathml+xml mathml mml"),
        ("application/", "rss+xml rss, smil+xml smil, wsdl+xml wsdl, xhtml+xml xhtml xht, xliff+xml xlf"),
        ("application/", "xml-dtd dtd, xslt+xml xsl xslt"),
        ("application/x-", "hdf hdf h5, msaccess mdb accdb, ndjson ndjson jsonl, netcdf nc"),
        ("text/", "turtle ttl"),
        // Documents.
        ("application/", "postscript ps eps ai, epub+zip epub, vnd.amazon.ebook azw, vnd.amazon.mobi8-ebook azw3"),
        ("application/", "vnd.comicbook+zip cbz, vnd.comicbook-rar cbr, vnd.wordperfect wpd"),
        ("application/vnd.ms-", "htmlhelp chm, xpsdocument xps"),
        ("application/x-", "abiword abw, fictionbook+xml fb2, indesign indd, mobipocket-ebook mobi"),
        ("image/", "vnd.djvu djvu djv"),
        // Office.
        ("application/", "msword doc dot, onenote one, vnd.visio vsd"),
        ("application/vnd.ms-", "excel xls xlt, excel.sheet.binary.macroEnabled.12 xlsb"),
        ("application/vnd.ms-", "excel.sheet.macroEnabled.12 xlsm, excel.template.macroEnabled.12 xltm"),
        ("application/vnd.ms-", "officetheme thmx, powerpoint ppt pps pot"),
        ("application/vnd.ms-", "powerpoint.presentation.macroEnabled.12 pptm"),
        ("application/vnd.ms-", "powerpoint.slideshow.macroEnabled.12 ppsm"),
        ("application/vnd.ms-", "powerpoint.template.macroEnabled.12 potm, project mpp"),
        ("application/vnd.ms-", "word.document.macroEnabled.12 docm, word.template.macroEnabled.12 dotm"),
        ("application/vnd.ms-", "works wps"),
        ("application/vnd.openxmlformats-officedocument.presentationml.", "presentation pptx, slideshow ppsx"),
        ("application/vnd.openxmlformats-officedocument.presentationml.", "template potx"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.", "sheet xlsx, template xltx"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.", "document docx, template dotx"),
        ("application/x-", "mspublisher pub"),
        ("application/vnd.apple.", "keynote key keynote, numbers numbers, pages pages"),
        ("application/vnd.oasis.opendocument.", "base odb, chart odc, formula odf, graphics odg"),
        ("application/vnd.oasis.opendocument.", "graphics-template otg, image odi, presentation odp"),
        ("application/vnd.oasis.opendocument.", "presentation-template otp, spreadsheet ods"),
        ("application/vnd.oasis.opendocument.", "spreadsheet-template ots, text odt, text-template ott"),
        ("application/vnd.sun.xml.", "calc sxc, draw sxd, impress sxi, writer sxw"),
        // Images.
        ("image/", "jpeg jpg jpeg jpe jfif, bmp bmp dib, heic-sequence heics, heif heif hif, jpx jpx jpf"),
        ("image/", "pict pict pct, svg+xml svg svgz, tiff tiff tif, vnd.adobe.photoshop psd, vnd.dwg dwg"),
        ("image/", "vnd.dxf dxf, vnd.microsoft.icon ico, vnd.radiance hdr, vnd.zbrush.pcx pcx"),
        ("image/x-", "coreldraw cdr, portable-anymap pnm, portable-bitmap pbm, portable-graymap pgm"),
        ("image/x-", "portable-pixmap ppm, xbitmap xbm, xpixmap xpm, adobe-dng dng, canon-cr2 cr2, canon-cr3 cr3"),
        ("image/x-", "canon-crw crw, fuji-raf raf, nikon-nef nef, olympus-orf orf, panasonic-rw2 rw2"),
        ("image/x-", "pentax-pef pef, sony-arw arw"),
        // Audio.
        ("audio/", "mpeg mp3 mp2, AMR amr, aac aac adts, aiff aiff aif aifc, basic au snd, eac3 eac3 ec3"),
        ("audio/", "midi mid midi, mpegurl m3u, ogg ogg oga opus, vnd.dts dts, vnd.rn-realaudio ra ram"),
        ("audio/", "vnd.wave wav wave bwf, webm weba"), ("audio/x-", "matroska mka, ms-wma wma, scpls pls"),
        ("application/", "vnd.recordare.musicxml mxl, vnd.recordare.musicxml+xml musicxml"),
        // Video and fonts.
        ("video/", "mp4 mp4 mpg4, quicktime mov qt, 3gpp 3gp 3gpp, 3gpp2 3g2 3gp2 3gpp2, iso.segment m4s"),
        ("video/", "mp2t ts m2ts mts, mpeg mpeg mpg mpe m1v m2v, ogg ogv"),
        ("video/x-", "matroska mkv, ms-asf asf, ms-wmv wmv"),
        ("application/", "dash+xml mpd, vnd.adobe.flash.movie swf, vnd.rn-realmedia rm"),
        ("application/vnd.apple.", "mpegurl m3u8"), ("font/", "collection ttc"),
        ("application/vnd.ms-", "fontobject eot"), ("application/x-", "font pfa pfb"),
        // Archives, programs and packages.
        ("application/", "gzip gz tgz, mac-binhex40 hqx, vnd.rar rar, zstd zst, octet-stream bin"),
        ("application/", "java-archive jar war ear, vnd.android.package-archive apk"),
        ("application/", "vnd.debian.binary-package deb"), ("application/vnd.ms-", "cab-compressed cab"),
        ("application/x-", "7z-compressed 7z, bzip2 bz2 tbz2, compress z, stuffit sit, xz xz txz"),
        ("application/x-", "apple-diskimage dmg, bittorrent torrent, iso9660-image iso, msdownload exe dll"),
        ("application/x-", "redhat-package-manager rpm"), ("application/vnd.apple.", "installer+xml pkg mpkg"),
        // Certificates, keys, signatures, passes.
        ("application/x-", "x509-ca-cert cer crt der, apple-aspen-config mobileconfig, java-keystore jks"),
        ("application/x-", "pkcs12 p12 pfx, pkcs7-certificates p7b"),
        ("application/", "pem-certificate-chain pem, pgp-encrypted pgp gpg, pgp-keys asc, pgp-signature sig"),
        ("application/", "pkcs10 csr, pkcs7-mime p7m p7c, pkcs7-signature p7s, pkcs8 p8, pkix-crl crl"),
        ("application/vnd.apple.", "pkpass pkpass, pkpasses pkpasses"),
        // Models in three dimensions.
        ("model/", "gltf+json gltf, gltf-binary glb, iges iges igs, step step stp, vnd.collada+xml dae"),
        ("model/", "vnd.reality reality, vnd.usda usda, vnd.usdz+zip usdz, vrml wrl vrml, x3d+xml x3d"),
        ("application/x-", "blender blend"),
        // Maps and measurements.
        ("application/", "dicom dcm, geo+json geojson, geopackage+sqlite3 gpkg, gml+xml gml, gpx+xml gpx"),
        ("application/", "vnd.garmin.tcx+xml tcx, vnd.google-earth.kml+xml kml, vnd.google-earth.kmz kmz"),
        ("application/", "vnd.las las, vnd.mapbox-vector-tile mvt, vnd.openstreetmap.data+xml osm, vnd.shp shp"),
        // Types named as their files' extension is.
        ("application/", "cbor, fdf, mbox, mxf, oxps, pdf, sql, toml, wasm, xfdf, zip"),
        ("application/x-", "cpio, hwp, lha, lz4, lzh, lzma, msi, plist, sh, tar, webarchive"), ("audio/", "ac3, flac"),
        ("audio/x-", "ape, caf, m4a, m4b, m4p, m4r"), ("font/", "otf, ttf, woff, woff2"),
        ("image/", "apng, avif, emf, fits, gif, heic, jp2, jxl, ktx, ktx2, png, webp, wmf"),
        ("image/x-", "exr, icns, tga, xcf"), ("model/", "3mf, mtl, obj, stl, u3d"),
        ("text/", "css, csv, php, rtf, vtt"), ("text/x-", "go, java, lua, scala, scss, swift, tex"),
        ("video/", "avi, dv, webm"), ("video/x-", "f4v, flv, m4v"),
    ]
}
