extension MediaTypeTable {
    /// The part of the built-in table for archives, apps, certificates, models and maps.
    static let builtInPackages = """
        # Archives
        application/gzip gz tgz
        application/mac-binhex40 hqx
        application/vnd.ms-cab-compressed cab
        application/vnd.rar rar
        application/x-7z-compressed 7z
        application/x-bzip2 bz2 tbz2
        application/x-compress z
        application/x-stuffit sit
        application/x-xz xz txz
        application/zstd zst

        # Programs and packages
        application/octet-stream bin
        application/java-archive jar war ear
        application/vnd.android.package-archive apk
        application/vnd.apple.installer+xml pkg mpkg
        application/vnd.debian.binary-package deb
        application/x-apple-diskimage dmg
        application/x-bittorrent torrent
        application/x-iso9660-image iso
        application/x-msdownload exe dll
        application/x-redhat-package-manager rpm

        # Certificates, keys, signatures, passes
        application/x-x509-ca-cert cer crt der
        application/pem-certificate-chain pem
        application/pgp-encrypted pgp gpg
        application/pgp-keys asc
        application/pgp-signature sig
        application/pkcs10 csr
        application/pkcs7-mime p7m p7c
        application/pkcs7-signature p7s
        application/pkcs8 p8
        application/pkix-crl crl
        application/vnd.apple.pkpass pkpass
        application/vnd.apple.pkpasses pkpasses
        application/x-apple-aspen-config mobileconfig
        application/x-java-keystore jks
        application/x-pkcs12 p12 pfx
        application/x-pkcs7-certificates p7b

        # Models in three dimensions
        model/gltf+json gltf
        model/gltf-binary glb
        model/iges iges igs
        model/step step stp
        model/vnd.collada+xml dae
        model/vnd.reality reality
        model/vnd.usda usda
        model/vnd.usdz+zip usdz
        model/vrml wrl vrml
        model/x3d+xml x3d
        application/x-blender blend

        # Maps and measurements
        application/dicom dcm
        application/geo+json geojson
        application/geopackage+sqlite3 gpkg
        application/gml+xml gml
        application/gpx+xml gpx
        application/vnd.garmin.tcx+xml tcx
        application/vnd.google-earth.kml+xml kml
        application/vnd.google-earth.kmz kmz
        application/vnd.las las
        application/vnd.mapbox-vector-tile mvt
        application/vnd.openstreetmap.data+xml osm
        application/vnd.shp shp
        """
}
