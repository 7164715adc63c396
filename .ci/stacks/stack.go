// A server for ask.py that answers with the reading of net/http, of net/url only, or of a router of routers.go.
//
//	go go|url|gin|echo
package main

import (
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

// The status of a handler that answers an error of ParseForm, which net/http leaves to it.
const formError = 499

// The handlers of requests, by the program's argument.
var handlers = map[string]func() http.Handler{
	"go":  func() http.Handler { return http.HandlerFunc(read) },
	"url": func() http.Handler { return http.HandlerFunc(parse) },
}

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

// Reads the body as a query.
func parse(response http.ResponseWriter, request *http.Request) {
	query, err := io.ReadAll(request.Body)
	if err != nil {
		panic(err)
	}
	values, err := url.ParseQuery(string(query))
	if err != nil {
		json.NewEncoder(response).Encode(map[string]string{"error": "ParseQueryError"})
		return
	}
	json.NewEncoder(response).Encode(tree(values))
}

func main() {
	log.SetOutput(io.Discard)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, handlers[os.Args[1]]()))
}
