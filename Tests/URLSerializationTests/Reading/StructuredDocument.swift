/// Documents in each of which every byte has a task.
enum StructuredDocument {
    static let json = [
        #"{"id":12,"name":"caf\u00e9","tags":["a",null,true,[]],"price":-1.50e+2}"#,
        #"[{"a":{"b":{"c":[1,2,{"d":false}]}},"e":""},{"a":{},"e":"\\\/\b\t"}]"#,
        " { \"k\" : [ 0 , -0 , 0.5 ] ,\n\"l\" : { } , } ",
        #"{"a":1,"a":{"a":2},"b":1e999,"b":[3],"\ud83d\ude00":"😀é漢"}"#,
        #"[12345678901234567,123456789012345678901,18446744073709551615,1E-400,9e307]"#,
        #"[[[[[[]]]],{"x":[{}]}],"\u0000\u001f",{"":{"":[""]}}]"#,
        #"{"a":[true,false,null],"b":"long enough to leave the registers, twice over","c":-7}"#,
        "\u{FEFF}[\"\u{FEFF}\",1.0,{\"e\u{301}\":\"\u{E9}\"}]", "\"only a text\"", " -12.5e-3 ",
    ]

    /// Property lists, each of which can be written as a binary list.
    static let xml = [
        "<plist version=\"1.0\"><dict><key>a</key><array><integer>1</integer><true/></array></dict></plist>",
        "<dict><key>k&lt;</key><dict><key/><real>1.5e3</real></dict><key>l</key><data>AAEC /w==</data></dict>",
        "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE plist>\n<array><string>é&#x1F600;</string><false/></array>",
        "<array><date>2024-02-29T12:34:56Z</date><!-- c --><date>2001-01-01T00:00:00Z</date></array>",
        "<array><array><array/><dict/></array><dict><key>x</key><string/></dict></array>",
        "<dict><key>a</key><string><![CDATA[<x>]]>y</string><key>a</key><integer>0x1F</integer></dict>",
        "<array><integer>-9223372036854775808</integer><integer>255</integer><integer> +7</integer></array>",
        "<array><real>inf</real><real>-infinity</real><real>+.5E-3</real><real>0</real></array>",
        "<plist>\n\t<dict>\n\t\t<key>é</key>\n\t\t<string> a \n</string>\n\t</dict>\n</plist>\n",
        "<?x y?><dict><key>s</key><array><string>twice</string><string>twice</string></array></dict>",
    ]
}
