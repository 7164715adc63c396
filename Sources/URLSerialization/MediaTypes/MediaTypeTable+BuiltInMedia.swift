extension MediaTypeTable {
    /// The part of the built-in table for images, audio, video and fonts.
    static let builtInMedia = """
        # Images
        image/jpeg jpg jpeg jpe jfif
        image/png png
        image/gif gif
        image/apng apng
        image/avif avif
        image/bmp bmp dib
        image/emf emf
        image/fits fits
        image/heic heic
        image/heic-sequence heics
        image/heif heif hif
        image/jp2 jp2
        image/jpx jpx jpf
        image/jxl jxl
        image/ktx ktx
        image/ktx2 ktx2
        image/pict pict pct
        image/svg+xml svg svgz
        image/tiff tiff tif
        image/vnd.adobe.photoshop psd
        image/vnd.dwg dwg
        image/vnd.dxf dxf
        image/vnd.microsoft.icon ico
        image/vnd.radiance hdr
        image/vnd.zbrush.pcx pcx
        image/webp webp
        image/wmf wmf
        image/x-coreldraw cdr
        image/x-exr exr
        image/x-icns icns
        image/x-portable-anymap pnm
        image/x-portable-bitmap pbm
        image/x-portable-graymap pgm
        image/x-portable-pixmap ppm
        image/x-tga tga
        image/x-xbitmap xbm
        image/x-xcf xcf
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
        audio/ac3 ac3
        audio/aiff aiff aif aifc
        audio/basic au snd
        audio/eac3 eac3 ec3
        audio/flac flac
        audio/midi mid midi
        audio/mpegurl m3u
        audio/ogg ogg oga opus
        audio/vnd.dts dts
        audio/vnd.rn-realaudio ra ram
        audio/vnd.wave wav wave bwf
        audio/webm weba
        audio/x-ape ape
        audio/x-caf caf
        audio/x-m4a m4a
        audio/x-m4b m4b
        audio/x-m4p m4p
        audio/x-m4r m4r
        audio/x-matroska mka
        audio/x-ms-wma wma
        audio/x-scpls pls
        application/vnd.recordare.musicxml mxl
        application/vnd.recordare.musicxml+xml musicxml

        # Video
        video/mp4 mp4 mpg4
        video/quicktime mov qt
        video/x-m4v m4v
        video/3gpp 3gp 3gpp
        video/3gpp2 3g2 3gp2 3gpp2
        video/avi avi
        video/dv dv
        video/iso.segment m4s
        video/mp2t ts m2ts mts
        video/mpeg mpeg mpg mpe m1v m2v
        video/ogg ogv
        video/webm webm
        video/x-f4v f4v
        video/x-flv flv
        video/x-matroska mkv
        video/x-ms-asf asf
        video/x-ms-wmv wmv
        application/dash+xml mpd
        application/mxf mxf
        application/vnd.adobe.flash.movie swf
        application/vnd.apple.mpegurl m3u8
        application/vnd.rn-realmedia rm

        # Fonts
        font/collection ttc
        font/otf otf
        font/ttf ttf
        font/woff woff
        font/woff2 woff2
        application/vnd.ms-fontobject eot
        application/x-font pfa pfb
        """
}
