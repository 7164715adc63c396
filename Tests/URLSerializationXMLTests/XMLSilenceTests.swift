#if os(Linux)
    import Testing
    import URLSerializationXML

    /// libxml2's warnings are not printed, since they contain lines of the body. Each test runs in a separate process,
    /// whose standard error is read.
    @Suite(.serialized, .timeLimit(.minutes(60))) struct XMLSilenceTests {
        /// Bodies about which libxml2 prints warnings, all of them with the word SECRET or a marker.
        private static let bodies = [
            "<a xmlns=\"SECRET\u{9B}2J\"><b:c/></a>", "<a xmlns:p=\"\"><p:b>SECRET</p:b></a>", "<p:a>SECRET</p:a>",
            "<a xmlns='SECRET'/>", "<a xmlns:x='::'>SECRET</a>", "<a x:b='1' b='2'>SECRET</a>",
            "<!DOCTYPE a [<!ELEMENT a EMPTY>]><a>SECRET</a>", "<a xml:id='1 SECRET'/>", "<a xmlns:xml='SECRET'/>",
            "<a xml:lang='SECRET!'/>", "<?xml-SECRET x?><a/>", "<a>SECRET", "<a>&SECRET;</a>", "<a>\u{1B}SECRET</a>",
            "",
        ]

        @Test func nothingOfADocumentReachesStandardError() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for options in [XMLNode.Options(), .documentValidate, .nodePreserveAll] {
                    var serializer = XMLDocumentResponseSerializer(options: options)
                    serializer.configuration.acceptableContentTypes = nil
                    for body in Self.bodies { _ = serializer.serialize(nil, data: Data(body.utf8)) }
                }
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(text == "")
        }

        @Test func nothingOfAParsedBodyReachesStandardError() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                for body in Self.bodies {
                    let parser = XMLParserResponseSerializer().serialize(nil, data: Data(body.utf8)).object
                    _ = parser?.parse()
                }
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(text == "")
        }

        /// Other users of libxml2 in the process receive their messages.
        @Test func theThreadsHandlerIsSetAgain() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                _ = XMLDocumentResponseSerializer().serialize(nil, data: Data("<p:a/>".utf8))
                _ = try? XMLDocument(data: Data("<p:MARKER/>".utf8), options: [])
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(text.contains("MARKER"))
        }
    }
#endif
