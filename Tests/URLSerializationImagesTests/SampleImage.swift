import Testing
import URLSerialization
import URLSerializationImages

/// A small complete image. Pillow 13 made or opened it, and reports this format and size.
struct SampleImage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let format: ImageFormat
    let width: Int
    let height: Int
    /// The number of bytes at the end that belong to no part of the image.
    let spare: Int
    let data: Data

    private init(
        _ description: String, _ format: ImageFormat, _ width: Int, _ height: Int, spare: Int = 0, _ base64: String
    ) {
        testDescription = description
        self.format = format
        self.width = width
        self.height = height
        self.spare = spare
        data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }

    static let all: [SampleImage] = [
        SampleImage(
            "PNG, true color", .png, 7, 5,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGPAAAAJElEQVR4nGNkYGBQxUAsDKYMDAzcaAguKoaMkEUV4QhNVAeCAMlI
            A+rDZx48AAAAAElFTkSuQmCC
            """),
        SampleImage(
            "PNG, palette and text", .png, 5, 4,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEBAMAAAC0HehzAAAAGFBMVEWAmYCZZk0zgCYAgABZMxoAMwBZAAAAAAAzE//wAAAACXBI
            WXMAAAsTAAALEwEAmpwYAAAAGUlEQVR4nGMs+/CL5d6HMyz33jMwMfz/AABJ5AjCE95A7wAAAABJRU5ErkJggg==
            """),
        SampleImage(
            "PNG, interlaced", .png, 9, 3,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAkAAAADCAAAAAETZko8AAAAK0lEQVR4nGNgWMAQwKBRwRBQseDEBwYRm5QehpSeLXcYNGwCUip6
            Fmw5AQC40gypbuaWvAAAAABJRU5ErkJggg==
            """),
        SampleImage(
            "JPEG, baseline", .jpeg, 16, 9,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////
            ////////////////////wAALCAAJABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAQP/xAAfEAACAQIHAAAAAAAAAAAAAAAAAgES
            MhEiMUJRcZH/2gAIAQEAAD8AmqpTOVtOBwSi1vCi2z0OyT//2Q==
            """),
        SampleImage(
            "JPEG, progressive, color", .jpeg, 17, 11,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////
            ////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////
            ////////////wgARCAALABEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAf/a
            AAwDAQACEAMQAAABiUCv/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQJf/8QAFBEBAAAAAAAAAAAAAAAAAAAAEP/aAAgB
            AwEBPwE//8QAFREBAQAAAAAAAAAAAAAAAAAAABH/2gAIAQIBAT8BR//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CX//E
            ABcQAQEBAQAAAAAAAAAAAAAAAAARIRD/2gAIAQEAAT8hxnKqv//aAAwDAQACAAMAAAAQJA//xAAWEQADAAAAAAAAAAAAAAAAAAAQ
            IaH/2gAIAQMBAT8QcH//xAAXEQADAQAAAAAAAAAAAAAAAAAAARHw/9oACAECAQE/EIVmz//EABkQAAMBAQEAAAAAAAAAAAAAAAAB
            ETFRkf/aAAgBAQABPxBKMZIxkXH4JoVNKP/Z
            """),
        SampleImage(
            "JPEG, Exif, restart markers, an end marker in a comment", .jpeg, 24, 16,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/4QA0RXhpZgAATU0AKgAAAAgAAgEOAAIAAAAGAAAAJgESAAMAAAABAAYAAAAAAAB0aHVtYgD/
            /gAGYf/ZYv/bAEMAKBweIx4ZKCMhIy0rKDA8ZEE8Nzc8e1hdSWSRgJmWj4CMiqC05sOgqtqtiozI/8va7vX///+bwf////r/5v3/
            +P/AAAsIABAAGAEBEQD/xAAWAAEBAQAAAAAAAAAAAAAAAAACAwH/xAAhEAABAgUFAQAAAAAAAAAAAAACAAEDEhMjQTEyUmLREf/d
            AAQAAv/aAAgBAQAAPwCEMINJ7Z6PhvVskGi9s8Yb1f/Qk4wZBtnrxb1OG5Unvht6r//RP0qL3wxxSJykG+G7qv/Z
            """),
        SampleImage(
            "JPEG, fill bytes", .jpeg, 8, 8,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD////bAEMAoG54jHhkoIyCjLSqoL7w///w3Nzw////////////////////////////////////
            ///////////////////////AAAsIAAgACAEBEQD/xAAUAAEAAAAAAAAAAAAAAAAAAAAC/8QAGBAAAgMAAAAAAAAAAAAAAAAAAAEC
            ETH/2gAIAQEAAD8AKUaxn///2Q==
            """),
        SampleImage(
            "JPEG, bytes after the end", .jpeg, 8, 8, spare: 5,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////
            ////////////////////wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABgQAAIDAAAAAAAAAAAAAAAAAAABAhEx
            /9oACAEBAAA/AClGsZ//2QBtb3Jl
            """),
        SampleImage(
            "GIF89a, still", .gif, 6, 4,
            """
            R0lGODlhBgAEAIEAAIaGhllZWTc3NxMTEyH+BWhlbGxvACwAAAAABgAEAAAIFgAHCBwgQADBggECCEgYAACAhA4dBgQAOw==
            """),
        SampleImage(
            "GIF89a, animated", .gif, 10, 3,
            """
            R0lGODlhCgADAIIAALlQU29QMkxQW6cAAEwAABRqWBQ1LBQAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQABQAAACwAAAAACgADAAAI
            HQAPHCBAYIBBgQQMGAjAEAAAAwIEKGzosEABAQEBACH5BAEFAAgALAAAAAAKAAMAgt5qhLlqbpRqWMw1PZQ1LMwAAJQAAAAAAAgV
            AA8ILDAAgMCDAwcEQHjQAAEBCAMCACH5BAEFAAgALAAAAAAKAAMAgrlQU29QMkxQW6cAAEwAABRqWBQ1LBQAAAgdAAUUKACgYIAA
            BgwIEGDA4MGEBA4cGECRQMQDAQEAOw==
            """),
        SampleImage(
            "GIF87a", .gif, 6, 4,
            """
            R0lGODdhBgAEAIEAAIaGhllZWTc3NxMTEywAAAAABgAEAAAIFgAHCBwgQADBggECCEgYAACAhA4dBgQAOw==
            """),
        SampleImage(
            "GIF, local color table", .gif, 6, 4,
            """
            R0lGODdhBgAEAAAAACwAAAAABgAEAIGGhoZZWVk3NzcTExMIFgAHCBwgQADBggECCEgYAACAhA4dBgQAOw==
            """),
        SampleImage(
            "BMP, 24 bits", .bmp, 5, 3,
            """
            Qk1mAAAAAAAAADYAAAAoAAAABQAAAAMAAAABABgAAAAAADAAAADEDgAAxA4AAAAAAAAAAAAAAGoAFmolLGpKQmpvWGqUAAA1AAs1
            JRY1SiE1byw1lAAAAAAAACUAAEoAAG8AAJQA
            """),
        SampleImage(
            "BMP, 1 bit, palette", .bmp, 9, 2,
            """
            Qk1GAAAAAAAAAD4AAAAoAAAACQAAAAIAAAABAAEAAAAAAAgAAADEDgAAxA4AAAIAAAACAAAAAAAAAP///wAUAAAAAAAAAA==
            """),
        SampleImage(
            "BMP, core header", .bmp, 3, 2,
            """
            Qk0yAAAAAAAAABoAAAAMAAAAAwACAAEAGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
            """),
        SampleImage(
            "BMP, top row first", .bmp, 3, 2,
            """
            Qk1OAAAAAAAAADYAAAAoAAAAAwAAAP7///8BACAAAAAAABgAAAAAAAAAAAAAAAAAAAAAAAAAAAECAwQFBgcICQoLDA0ODxAREhMU
            FRYX
            """),
        SampleImage(
            "BMP, run-length encoded", .bmp, 4, 2,
            """
            Qk1IAAAAAAAAAD4AAAAoAAAABAAAAAIAAAABAAgAAQAAAAoAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAP///wAEAQAABAAAAAAB
            """),
        SampleImage(
            "BMP, version 5, bit fields", .bmp, 2, 2,
            """
            Qk2aAAAAAAAAAIoAAAB8AAAAAgAAAAIAAAABACAAAwAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AAD/AAD/AAAAAAAA/0JHUnMA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAECAwQFBgcICQoL
            DA0ODw==
            """),
        SampleImage(
            "BMP, file size 0", .bmp, 5, 3,
            """
            Qk0AAAAAAAAAADYAAAAoAAAABQAAAAMAAAABABgAAAAAADAAAADEDgAAxA4AAAAAAAAAAAAAAGoAFmolLGpKQmpvWGqUAAA1AAs1
            JRY1SiE1byw1lAAAAAAAACUAAEoAAG8AAJQA
            """),
        SampleImage(
            "TIFF, little-endian", .tiff, 6, 5,
            """
            SUkqAAgAAAAKAAABBAABAAAABgAAAAEBBAABAAAABQAAAAIBAwADAAAAhgAAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAABEBBAAB
            AAAAjAAAABUBAwABAAAAAwAAABYBBAABAAAABQAAABcBBAABAAAAWgAAABwBAwABAAAAAQAAAAAAAAAIAAgACAAAAAAlAABKAABv
            AACUAAC5AAAANQAlNQtKNRZvNSGUNSy5NTcAagAlahZKaixvakKUali5am4AnwAlnyFKn0Jvn2OUn4S5n6UA1AAl1CxK1Fhv1ISU
            1LC51Nw=
            """),
        SampleImage(
            "TIFF, little-endian, packed bits, strips", .tiff, 20, 12,
            """
            SUkqAAQBAAATAAsWISw3QgEMFyItOEMCDRgjLjkTHys4RFBdaSk1QU5aZnMyP0tXZHATPkxZZ3WCkFFebHmHd4VGVGFvfIoTXWx7
            ipmntnlqeYiXprR3hXeGlaQTfI2drb3NwIOTo7TEtseKmqq6rb0TBRcoOUs/UBUmOCw9TmAHGSo7TUETJDdKXFJkdz0yRVdqX3I4
            S0BTZXgTRFdrf3aKnUdbb2Z6jqFLX3NqfpETY3iNhZqvp2+EfJGnnrR8dImelqsTgpiuqL7UzZeQp722zcaQpp+1zMUTCyI6NExG
            XgwjOzVNR18NJDw2TkgTKkNbV3BshDRMSGFddXE9OVJOZ38JAAABAwABAAAAFAAAAAEBAwABAAAADAAAAAIBAwABAAAACAAAAAMB
            AwABAAAABYAAAAYBAwABAAAAAQAAABEBBAAEAAAAhgEAABYBAwABAAAAAwAAABcBBAAEAAAAdgEAABwBAwABAAAAAQAAAAAAAAA/
            AAAAPwAAAD8AAAA/AAAACAAAAEcAAACGAAAAxQAAAA==
            """),
        SampleImage(
            "TIFF, big-endian", .tiff, 3, 4,
            """
            TU0AKgAAAAgACQEAAAQAAAABAAAAAwEBAAQAAAABAAAABAECAAMAAAABABAAAAEDAAMAAAABAAEAAAEGAAMAAAABAAEAAAERAAQA
            AAABAAAAegEWAAQAAAABAAAABAEXAAQAAAABAAAAGAEcAAMAAAABAAEAAAAAAAAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhc=
            """),
        SampleImage(
            "TIFF, big-endian, tiles, directory last", .tiff, 20, 10,
            """
            TU0AKgAAAhAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgA
            AAEIAAoBAAADAAAAAQAUAAABAQAEAAAAAQAAAAoBAgADAAAAAQAIAAABAwADAAAAAQABAAABBgADAAAAAQABAAABFQADAAAAAQAB
            AAABQgADAAAAAQAQAAABQwADAAAAAQAQAAABRAAEAAAAAgAAAggBRQADAAAAAgEAAQAAAAAA
            """),
        SampleImage(
            "TIFF, little-endian, strips, directory last", .tiff, 20, 10,
            """
            SUkqAOAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAABsAAAAZAAAAGQAAAAJ
            AAABBAABAAAAFAAAAAEBAwABAAAACgAAAAIBAwABAAAACAAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAAABEBBAACAAAA0AAAABUB
            AwABAAAAAQAAABYBAwABAAAABQAAABcBBAACAAAA2AAAAAAAAAA=
            """),
        SampleImage(
            "ICO, bitmap", .ico, 8, 8,
            """
            AAABAAEACAgAAAAAIAAoAQAAFgAAACgAAAAIAAAAEAAAAAEAIAAAAAAAAAEAAMQOAADEDgAAAAAAAAAAAAAMbgr/CBcO/wgXDv8I
            Fw7/CBcO/wgXDv8IFw7/DG4K/wgXDv8IFw7/CBcO/wgXDv8VHab/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8VHab/
            CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/DG4K
            /wxuCv8IFw7/CBcO/wgXDv8IFw7/CBcO/wgXDv8IFw7/CBcO/w0aXP8NGlz/FR2m/xUdpv8IFw7/CBcO/wgXDv8IFw7/DRpc/w0a
            XP8VHab/FR2m/wgXDv8IFw7/
            """),
        SampleImage(
            "ICO, two PNG images", .ico, 12, 12,
            """
            AAABAAIABAQAAAAAIAB5AAAAJgAAAAwMAAAAACAAoAAAAJ8AAACJUE5HDQoaCgAAAA1JSERSAAAABAAAAAQIBgAAAKnxnn4AAABA
            SURBVHicLcehDYAwEADAI/mEIBtELbUgGYIh2KZDsRQC16AAw7nryja81eIw6SVhnbHjRBbu8udCE56EjIbRB4LcCut/N2ffAAAA
            AElFTkSuQmCCiVBORw0KGgoAAAANSUhEUgAAAAwAAAAMCAYAAABWdVznAAAAZ0lEQVR4nJXOoQ6AIBRG4eNms9sNNquz0+m322/n
            6bXcMWAgGL4xNs5+JuDZgVEzJ8AyLAnWIUWwdVWCoyDZvRFcgLMz1whchQKut+DtSz6qBJIEklBARhfu6CNQC9QeKxD+LAQg8AKz
            RxvnxgdVRgAAAABJRU5ErkJggg==
            """),
        SampleImage(
            "ICO, a PNG image of 256 pixels and a bitmap", .ico, 256, 256,
            """
            AAABAAIAAAAAAAEACACNAAAAJgAAAAICAAABACAAOAAAALMAAACJUE5HDQoaCgAAAA1JSERSAAABAAAAAQAIAAAAAHkZ97oAAABU
            SURBVHja7cEBAQAAAICQ/q/uCAoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAYAQ8AARxyCcMAAAAASUVORK5CYIIoAAAAAgAAAAQAAAABACAAAAAAABAAAADEDgAAxA4AAAAAAAAAAAAAAAAAAAAA
            AAAAAAAAAAAAAA==
            """),
    ]
}
