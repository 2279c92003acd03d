package transcript

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// request returns the request of a call in the shape of an archive.
func (a Archive) request(call client.Entry) request {
	in := call.Request
	r := request{
		Method: in.Method, URL: a.address(in), Version: in.Proto, Cookies: []struct{}{},
		Headers: append([]client.Field{}, in.Header...), Query: queryOf(in.URI), HeadersSize: -1, BodySize: in.BodySize,
	}
	if len(in.Body) > 0 || in.Truncated {
		text, encoding := textOf(in.Body)
		r.PostData = &postData{Type: mediaType(in.Header), Text: text, Encoding: encoding}
		if in.Truncated {
			r.PostData.Comment = cut
		}
	}
	return r
}

const cut = "the journal kept the beginning only"

// responseOf returns the answer of a call in the shape of an archive.
func responseOf(call client.Entry) response {
	out := call.Response
	text, encoding := textOf(out.Body)
	r := response{
		Status: out.Status, StatusText: http.StatusText(out.Status), Version: call.Request.Proto, Cookies: []struct{}{},
		Headers: append([]client.Field{}, out.Header...), Redirect: out.Header.Get("Location"), HeadersSize: -1, BodySize: out.BodySize,
		Content: content{Size: out.BodySize, Type: mediaType(out.Header), Text: text, Encoding: encoding},
	}
	if out.Truncated {
		r.Content.Comment = cut
	}
	return r
}

// address returns the whole address of a call.
func (a Archive) address(in client.Request) string {
	if strings.Contains(in.URI, "://") { // the form of requests to a proxy
		return in.URI
	}
	scheme, host, _ := strings.Cut(a.Origin, "://")
	if sent := in.Header.Get("Host"); sent != "" {
		host = sent
	}
	if !strings.HasPrefix(in.URI, "/") {
		return scheme + "://" + host + "/" + in.URI
	}
	return scheme + "://" + host + in.URI
}

// queryOf returns the query of a request, decoded where that is possible.
func queryOf(uri string) []client.Field {
	_, query, _ := strings.Cut(uri, "?")
	list := []client.Field{}
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		list = append(list, client.Field{Name: unescape(name), Value: unescape(value)})
	}
	return list
}

func unescape(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return text
}

// mediaType returns the media type of a body. An archive must have one.
func mediaType(header client.Header) string {
	if sent := header.Get("Content-Type"); sent != "" {
		return sent
	}
	return "application/octet-stream"
}

// textOf returns a body as text, in base64 when it is binary.
func textOf(body client.Bytes) (text, encoding string) {
	if utf8.Valid(body) {
		return string(body), ""
	}
	return base64.StdEncoding.EncodeToString(body), "base64"
}
