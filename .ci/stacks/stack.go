// Asks net/http, net/url alone for queries, or a router of routers.go, for its reading. See install for the form of lines
// in and out.
//
//	go [url|gin|echo]
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strings"
)

var types = map[string]string{"form": "application/x-www-form-urlencoded", "json": "application/json"}

// The status of a handler that answers an error of ParseForm, which net/http leaves to it.
const formError = 499

// The programs that answer requests, by their arguments.
var handlers = map[string]func() http.Handler{"": func() http.Handler { return http.HandlerFunc(read) }}

func text(value string) any {
	if strings.ToValidUTF8(value, "") != value {
		return map[string]string{"bytes": hex.EncodeToString([]byte(value))}
	}
	return value
}

func tree(values url.Values) []any {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	tree := []any{"dictionary"}
	for _, key := range keys {
		list := []any{"list"}
		for _, value := range values[key] {
			list = append(list, text(value))
		}
		tree = append(tree, []any{text(key), list})
	}
	return tree
}

func read(response http.ResponseWriter, request *http.Request) {
	if err := request.ParseForm(); err != nil {
		response.WriteHeader(formError)
		return
	}
	values := request.Form
	if request.Method == "POST" && request.URL.RawQuery == "" {
		values = request.PostForm
	}
	json.NewEncoder(response).Encode(tree(values))
}

func ask(address string, kind string, content []byte, query []byte) ([]byte, error) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	var sent bytes.Buffer
	if kind == "query" {
		fmt.Fprintf(&sent, "GET /?%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", content)
	} else {
		fmt.Fprintf(&sent, "POST /?%s HTTP/1.1\r\nHost: localhost\r\n", query)
		fmt.Fprintf(&sent, "Connection: close\r\nContent-Type: %s\r\n", types[kind])
		fmt.Fprintf(&sent, "Content-Length: %d\r\n\r\n%s", len(content), content)
	}
	// The server may answer before it has read the whole request.
	go connection.Write(sent.Bytes())
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK {
		return []byte(fmt.Sprintf(`{"status":%d}`, response.StatusCode)), nil
	}
	return bytes.TrimSpace(body), err
}

func parsed(query string) []byte {
	values, err := url.ParseQuery(query)
	if err != nil {
		return []byte(`{"error":"ParseQueryError"}`)
	}
	answer, err := json.Marshal(tree(values))
	if err != nil {
		panic(err)
	}
	return answer
}

// ASCII alone, as the other programs write.
func ascii(answer []byte) string {
	var result strings.Builder
	for _, scalar := range string(answer) {
		if scalar < 0x80 {
			result.WriteRune(scalar)
		} else if scalar < 0x10000 {
			fmt.Fprintf(&result, "\\u%04x", scalar)
		} else {
			scalar -= 0x10000
			fmt.Fprintf(&result, "\\u%04x\\u%04x", 0xD800+scalar>>10, 0xDC00+scalar&0x3FF)
		}
	}
	return result.String()
}

func main() {
	log.SetOutput(io.Discard)
	name := ""
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	if name != "url" {
		go http.Serve(listener, handlers[name]())
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		kind, digits, _ := strings.Cut(lines.Text(), " ")
		digits, query, _ := strings.Cut(digits, " ")
		content, err := hex.DecodeString(digits)
		if err != nil {
			panic(err)
		}
		target, err := hex.DecodeString(query)
		if err != nil {
			panic(err)
		}
		if name == "url" {
			fmt.Fprintln(out, ascii(parsed(string(content))))
			continue
		}
		answer, err := ask(listener.Addr().String(), kind, content, target)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, ascii(answer))
	}
}
