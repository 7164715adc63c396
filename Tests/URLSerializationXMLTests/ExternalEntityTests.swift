import TestSupport
import Testing
import URLSerializationXML

@Suite struct ExternalEntityTests {
    /// A file with a secret, and a port on this machine that counts connections.
    private struct Bait: ~Copyable {
        let secret = "secret-\(UUID().uuidString)"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        let listener = LoopbackListener()

        init() throws {
            // Markup as well, since XMLParser on Linux leaves out the text with which an entity begins.
            try Data("\(secret)<s k='\(secret)'/>\(secret)".utf8).write(to: file)
        }

        deinit { try? FileManager.default.removeItem(at: file) }

        var addresses: [String] { [file.absoluteString, file.path, "http://127.0.0.1:\(listener.port)/x"] }
    }

    private static let documents: [@Sendable (String) -> String] = [
        { "<!DOCTYPE a [<!ENTITY x SYSTEM '\($0)'>]><a>1&x;2</a>" },
        { "<!DOCTYPE a [<!ENTITY x PUBLIC 'p' '\($0)'>]><a>1&x;2&x;</a>" },
        { "<!DOCTYPE a [<!ENTITY x SYSTEM '\($0)'><!ENTITY y '&x;'>]><a>1&y;2</a>" },
        { "<!DOCTYPE a [<!ENTITY x SYSTEM '\($0)'>]><a b='&x;'/>" },
        { "<!DOCTYPE a [<!ENTITY % x SYSTEM '\($0)'> %x;]><a>12</a>" },
        { "<!DOCTYPE a SYSTEM '\($0)'><a>12</a>" },
        { "<!DOCTYPE a PUBLIC 'p' '\($0)'><a>1&x;2</a>" },
        { "<!DOCTYPE a SYSTEM '\($0)' [<!ENTITY y 'z'>]><a>1&y;2</a>" },
        { "<a xmlns:i='http://www.w3.org/2001/XInclude'><i:include parse='text' href='\($0)'/></a>" },
        { "<?xml-stylesheet href='\($0)'?><a xmlns:s='u' s:schemaLocation='u \($0)'/>" },
    ]

    @Test(.timeLimit(.minutes(60)))
    func aParserReadsNeitherFilesNorTheNetworkWhateverItsUserSets() throws {
        let bait = try Bait()
        for address in bait.addresses {
            for document in Self.documents {
                let run = ParserRun(Data(document(address).utf8)) { parser, recorder in
                    parser.shouldResolveExternalEntities = true
                    parser.externalEntityResolvingPolicy = .always
                    parser.allowedExternalEntityURLs = [bait.file]
                    #expect(!parser.shouldResolveExternalEntities)
                    #expect(parser.externalEntityResolvingPolicy == .never)
                    #expect(parser.allowedExternalEntityURLs == nil)
                }
                #expect(!run.recorder.text.contains(bait.secret))
                #expect(!run.recorder.events.joined().contains(bait.secret))
            }
        }
        #expect(!bait.listener.wasCalled)
    }

    @Test(.timeLimit(.minutes(60)))
    func norDoesItAfterItsDelegateHasRunAnotherParser() throws {
        let bait = try Bait()
        for address in bait.addresses {
            let run = ParserRun(Data("<!DOCTYPE a [<!ENTITY x SYSTEM '\(address)'>]><a>1&x;2</a>".utf8)) {
                _, recorder in
                recorder.onElement = { _ in #expect(XMLParser(data: Data("<inner/>".utf8)).parse()) }
            }
            #expect(!run.recorder.text.contains(bait.secret))
        }
        #expect(!bait.listener.wasCalled)
    }

    @Test func aReferenceToAnEntityElsewhereIsLeftOut() {
        let run = ParserRun("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///nowhere'>]><a>1&x;2</a>")
        #expect(run.succeeded)
        #expect(run.recorder.text.hasPrefix("1"))
    }

    #if canImport(FoundationXML) || os(macOS)
        @Test(.timeLimit(.minutes(60)))
        func aDocumentReadsNeitherFilesNorTheNetworkWhateverTheOptions() throws {
            let bait = try Bait()
            let options: [XMLNode.Options] = [
                [], .nodeLoadExternalEntitiesAlways, .nodeLoadExternalEntitiesSameOriginOnly, .documentXInclude,
                .documentValidate, .init(rawValue: .max),
            ]
            for address in bait.addresses {
                for document in Self.documents {
                    for option in options {
                        let result = XMLDocumentResponseSerializer(options: option).serialize(
                            nil, data: Data(document(address).utf8))
                        guard let tree = result.object else { continue }
                        let texts = [tree.rootElement()?.stringValue ?? "", tree.xmlString]
                        #expect(!texts.joined().contains(bait.secret))
                    }
                }
            }
            #expect(!bait.listener.wasCalled)
        }
    #endif
}
