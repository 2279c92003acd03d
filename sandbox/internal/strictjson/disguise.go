package strictjson

import (
	"bytes"
	"regexp"
)

// disguises are other formats sent in place of JSON, each with its first bytes.
var disguises = []struct {
	begin  string
	reason string
}{
	{"\xef\xbb\xbf", "because it begins with a byte order mark (BOM); send UTF-8 without it"},
	{"\xff\xfe", "because it is in UTF-16 with a byte order mark; send UTF-8"},
	{"\xfe\xff", "because it is in UTF-16 with a byte order mark; send UTF-8"},
	{"\x00\x00\xfe\xff", "because it is in UTF-32 with a byte order mark; send UTF-8"},
	{"{\x00", "because it is in UTF-16; send UTF-8"},
	{"\x00{", "because it is in UTF-16; send UTF-8"},
	{"\x1f\x8b", "because it is compressed with gzip; send it uncompressed"},
	{"\x28\xb5\x2f\xfd", "because it is compressed with zstd; send it uncompressed"},
	{"x\x01", "because it is compressed with deflate; send it uncompressed"},
	{"x\x5e", "because it is compressed with deflate; send it uncompressed"},
	{"x\x9c", "because it is compressed with deflate; send it uncompressed"},
	{"x\xda", "because it is compressed with deflate; send it uncompressed"},
	{"<", "because it is XML or HTML; send a JSON object"},
	{"--", "because it is a multipart form; send a JSON object"},
}

var form = regexp.MustCompile(`^[A-Za-z][\w.%\[\]-]*=`)

// disguise returns why a body is probably not JSON, "" if unknown.
func disguise(body []byte) string {
	body = bytes.TrimLeft(body, " \t\r\n")
	for _, d := range disguises {
		if bytes.HasPrefix(body, []byte(d.begin)) {
			return d.reason
		}
	}
	if form.Match(body) {
		return "because it is a form of name=value pairs; send a JSON object"
	}
	return ""
}
