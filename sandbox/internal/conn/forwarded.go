package conn

import (
	"cmp"
	"net/http"
	"strings"
)

// forwarded is the address called by the client, as proxies report it. "" means absent or
// invalid.
type forwarded struct{ proto, host, port, prefix string }

// readForwarded returns the address forwarded by trusted proxies. Each of several proxies
// adds an element, so the first comes from the one nearest to the client; Forwarded
// counts before X-Forwarded-Host and -Proto. Prefixes add up, because each proxy removes
// its own.
func (p AddressPolicy) readForwarded(r *http.Request) (f forwarded) {
	if !p.Trusted.includes(r) {
		return f
	}
	f.read("proto", first(r, "X-Forwarded-Proto"))
	f.read("host", first(r, "X-Forwarded-Host"))
	if port := first(r, "X-Forwarded-Port"); isPort(port) {
		f.port = port
	}
	var standard forwarded
	for name, value := range pairs(strings.Join(r.Header["Forwarded"], ",")) {
		standard.read(name, value)
	}
	f.proto, f.host = cmp.Or(standard.proto, f.proto), cmp.Or(standard.host, f.host)
	f.prefix = prefixOf(r.Header["X-Forwarded-Prefix"])
	return f
}

// read keeps the first valid value of a name.
func (f *forwarded) read(name, value string) {
	switch name {
	case "proto":
		if value = strings.ToLower(value); f.proto == "" && (value == "http" || value == "https") {
			f.proto = value
		}
	case "host":
		if _, _, ok := splitHost(value); f.host == "" && ok {
			f.host = value
		}
	}
}

// first returns the first element of a header with a list.
func first(r *http.Request, name string) string {
	values := r.Header[name]
	if len(values) == 0 {
		return ""
	}
	element, _, _ := strings.Cut(values[0], ",")
	return strings.TrimSpace(element)
}

// prefixOf joins the elements of X-Forwarded-Prefix. A slash alone is none; an element
// other than a path makes it "".
func prefixOf(values []string) string {
	var joined strings.Builder
	for _, value := range values {
		for element := range strings.SplitSeq(value, ",") {
			joined.WriteString(strings.TrimRight(strings.TrimSpace(element), "/"))
		}
	}
	if text := joined.String(); isPath(text) {
		return text
	}
	return ""
}

// pairs yields the parameters of a Forwarded header with their names in lower case
// (RFC 7239, section 4). It stops where the header breaks off or is malformed.
func pairs(text string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for text != "" {
			text = strings.TrimLeft(text, " \t,;")
			equals := strings.IndexByte(text, '=')
			if equals < 0 {
				return
			}
			name := strings.ToLower(text[:equals])
			value, rest, ok := cutValue(text[equals+1:])
			if !ok || !yield(name, value) {
				return
			}
			text = rest
		}
	}
}

// cutValue returns the value at the beginning of a text, a token or a quoted string, and
// the rest. ok is false if the value does not end as it must.
func cutValue(text string) (value, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, ",; \t\"")
		if end < 0 {
			end = len(text)
		}
		return text[:end], text[end:], isSeparated(text[end:])
	}
	var unquoted strings.Builder
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return unquoted.String(), text[i+1:], isSeparated(text[i+1:])
		case '\\':
			i++
			if i == len(text) {
				return "", "", false
			}
		}
		unquoted.WriteByte(text[i])
	}
	return "", "", false
}

// isSeparated reports whether the rest behind a value begins the next one.
func isSeparated(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == ',' || rest[0] == ';'
}
