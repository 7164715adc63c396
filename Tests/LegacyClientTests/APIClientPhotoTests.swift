import AFNetworkingCompat
import LoopbackServer
import TestSupport
import Testing

@testable import LegacyClient

@Suite(.tags(.network), .timeLimit(.minutes(60))) struct APIClientPhotoTests {
    private func upload(
        _ fixture: ClientFixture, _ photo: PhotoUpload, _ fractions: Events<Double> = Events()
    ) async -> Outcome {
        await fixture.outcome { client, report in
            client.upload(
                photo, progress: { fractions.add($0) },
                success: { report(Outcome($0 is NSDictionary ? "done" : "nothing")) }, failure: { report(Outcome($0)) })
        }
    }

    @Test func photoIsUploadedAsAForm() async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with(200, #"{"status":"ok"}"#) { fixture in
                fixture.client.requestSerializer.setValue("Bearer t", forHTTPHeaderField: "Authorization")
                #expect(await upload(fixture, PhotoUploadTests.photo(at: file)).object == "done")
                let request = try #require(fixture.server.requests.first)
                #expect("\(request.method) \(request.target)" == "POST /v1/photos")
                #expect(request.contentLength == request.body.count)
                #expect(!request.wasChunked)
                #expect(request.value(named: "Authorization") == "Bearer t")
                #expect(request.value(named: "User-Agent") == "LegacyClient/3.2")
                let text = try PhotoUploadTests.text(
                    of: request.body, contentType: request.value(named: "Content-Type"))
                #expect(text == PhotoUploadTests.form)
            }
        }
    }

    @Test func progressOfAnUploadRisesToItsEnd() async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with(200, #"{"status":"ok"}"#) { fixture in
                let photo = PhotoUploadTests.photo(at: file)
                photo.thumbnail = Data(repeating: 7, count: 6_000_000)
                // A thread that runs late sees only the end.
                for _ in 0..<10 {
                    let fractions = Events<Double>()
                    #expect(await upload(fixture, photo, fractions).object == "done")
                    #expect(fixture.server.requests.first?.bodyLength ?? 0 > 6_000_000)
                    #expect(fractions.all == fractions.all.sorted())
                    #expect(fractions.all.last == 1)
                    if fractions.all.contains(where: { $0 > 0 && $0 < 1 }) { return }
                }
                Issue.record("No part was reported.")
            }
        }
    }

    @Test func missingPhotoIsNotSent() async throws {
        try await ClientFixture.with(200, "{}") { fixture in
            let photo = PhotoUploadTests.photo(at: URL(fileURLWithPath: "/nonexistent/photo.jpg"))
            #expect(await upload(fixture, photo).message == "The photo is gone.")
            #expect(fixture.server.requestCount == 0)
        }
    }

    @Test func refusedFormIsTheErrorOfTheClient() async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with(401, #"{"message":"Log in first."}"#) { fixture in
                #expect(await upload(fixture, PhotoUploadTests.photo(at: file)).unauthorizedMessage == "Log in first.")
            }
        }
    }

    @Test(arguments: [200, 401]) func photoIsReplaced(_ status: Int) async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with(status, #"{"message":"m"}"#) { fixture in
                let outcome = await fixture.outcome { client, report in
                    client.replace(
                        PhotoUploadTests.photo(at: file),
                        success: { report(Outcome($0 is NSDictionary ? "done" : "")) },
                        failure: { report(Outcome($0)) })
                }
                #expect(outcome.object == (status == 200 ? "done" : nil))
                #expect(outcome.unauthorizedMessage == (status == 200 ? nil : "m"))
                let request = try #require(fixture.server.requests.first)
                #expect("\(request.method) \(request.target)" == "PUT /v1/photos/7")
                let text = try PhotoUploadTests.text(
                    of: request.body, contentType: request.value(named: "Content-Type"))
                #expect(text == PhotoUploadTests.form)
            }
        }
    }

    @Test(arguments: [204, 401]) func originalIsSentFromItsFile(_ status: Int) async throws {
        try await PhotoUploadTests.withFile { file in
            try await ClientFixture.with({ try $0.respond(status: status) }) { fixture in
                let outcome = await fixture.outcome { client, report in
                    client.uploadOriginal(of: PhotoUploadTests.photo(at: file)) { error in
                        report(error.map { Outcome($0) } ?? Outcome("done"))
                    }
                }
                #expect(outcome.object == (status == 204 ? "done" : nil))
                #expect(outcome.unauthorizedMessage == (status == 204 ? nil : ""))
                let request = try #require(fixture.server.requests.first)
                #expect("\(request.method) \(request.target)" == "PUT /v1/photos/7/original")
                #expect(request.text == "JPEG")
                #expect(request.contentLength == 4)
                #expect(request.value(named: "Content-Type") == "image/jpeg")
            }
        }
    }
}
