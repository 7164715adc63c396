extension MediaTypeTable {
    /// The part of the built-in table for images, audio, video and fonts.
    static let builtInMedia = """
        # Images
        image/jpeg jpg jpeg jpe jfif
        image/bmp bmp dib
        image/heic-sequence heics
        image/heif heif hif
        image/jpx jpx jpf
        image/pict pict pct
        image/svg+xml svg svgz
        image/tiff tiff tif
        image/vnd.adobe.photoshop psd
        image/vnd.dwg dwg
        image/vnd.dxf dxf
        image/vnd.microsoft.icon ico
        image/vnd.radiance hdr
        image/vnd.zbrush.pcx pcx
        image/x-coreldraw cdr
        image/x-portable-anymap pnm
        image/x-portable-bitmap pbm
        image/x-portable-graymap pgm
        image/x-portable-pixmap ppm
        image/x-xbitmap xbm
        image/x-xpixmap xpm

        # Images: cameras
        image/x-adobe-dng dng
        image/x-canon-cr2 cr2
        image/x-canon-cr3 cr3
        image/x-canon-crw crw
        image/x-fuji-raf raf
        image/x-nikon-nef nef
        image/x-olympus-orf orf
        image/x-panasonic-rw2 rw2
        image/x-pentax-pef pef
        image/x-sony-arw arw

        # Audio
        audio/mpeg mp3 mp2
        audio/AMR amr
        audio/aac aac adts
        audio/aiff aiff aif aifc
        audio/basic au snd
        audio/eac3 eac3 ec3
        audio/midi mid midi
        audio/mpegurl m3u
        audio/ogg ogg oga opus
        audio/vnd.dts dts
        audio/vnd.rn-realaudio ra ram
        audio/vnd.wave wav wave bwf
        audio/webm weba
        audio/x-matroska mka
        audio/x-ms-wma wma
        audio/x-scpls pls
        application/vnd.recordare.musicxml mxl
        application/vnd.recordare.musicxml+xml musicxml

        # Video
        video/mp4 mp4 mpg4
        video/quicktime mov qt
        video/3gpp 3gp 3gpp
        video/3gpp2 3g2 3gp2 3gpp2
        video/iso.segment m4s
        video/mp2t ts m2ts mts
        video/mpeg mpeg mpg mpe m1v m2v
        video/ogg ogv
        video/x-matroska mkv
        video/x-ms-asf asf
        video/x-ms-wmv wmv
        application/dash+xml mpd
        application/vnd.adobe.flash.movie swf
        application/vnd.apple.mpegurl m3u8
        application/vnd.rn-realmedia rm

        # Fonts
        font/collection ttc
        application/vnd.ms-fontobject eot
        application/x-font pfa pfb
        """
}
