import AlamofireCompat

let response = await AF.request("http://127.0.0.1:9/", parameters: ["a": 1]).serializingString().response
print(response.request?.url?.absoluteString ?? "", response.error?.isSessionTaskError ?? false)
