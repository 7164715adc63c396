// Reads queries with net/url. See install for the form of lines in and out.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ASCII alone, as the other programs write.
func text(value string) string {
	if !utf8.ValidString(value) {
		return `{"bytes":"` + hex.EncodeToString([]byte(value)) + `"}`
	}
	var result strings.Builder
	result.WriteByte('"')
	for _, unit := range utf16.Encode([]rune(value)) {
		fmt.Fprintf(&result, "\\u%04x", unit)
	}
	result.WriteByte('"')
	return result.String()
}

func answer(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return `{"error":"ParseQueryError"}`
	}
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	tree := []string{`"dictionary"`}
	for _, key := range keys {
		list := []string{`"list"`}
		for _, value := range values[key] {
			list = append(list, text(value))
		}
		tree = append(tree, "["+text(key)+",["+strings.Join(list, ",")+"]]")
	}
	return "[" + strings.Join(tree, ",") + "]"
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		query, err := hex.DecodeString(lines.Text())
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, answer(string(query)))
	}
}
