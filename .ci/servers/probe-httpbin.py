# A body in chunks and an answer in brotli, which httpbin supports only with the right server and module.
import http.client, json, sys, urllib.parse

connection = http.client.HTTPConnection(urllib.parse.urlsplit(sys.argv[1]).netloc, timeout=600)
connection.request("POST", "/post", body=iter([b"in ", b"chunks"]), headers={"Content-Type": "text/plain"})
assert json.load(connection.getresponse())["data"] == "in chunks"
connection.request("GET", "/brotli")
answer = connection.getresponse()
assert (answer.status, answer.getheader("Content-Encoding")) == (200, "br")
