package soap

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The operations (sections 5 and 4.9).
const (
	loginOperation   = "login"
	upgradeOperation = "upgradePartnerSubscriptions"
)

// UpgradeResult is the answer of an upgrade (open question soap-result).
type UpgradeResult struct {
	RefNo                    string
	Status                   string
	OrderLockReason          []string
	ProformaNumber           string
	TotalAmount              string // a decimal number
	Currency                 string
	TotalSubscriptionsNumber int
}

// LoginAnswer returns the envelope with the session of a login.
func (r *Request) LoginAnswer(session string) []byte {
	w := r.begin(loginOperation)
	w.member(loginOperation+"Return", session)
	return w.end(loginOperation)
}

// UpgradeAnswer returns the envelope with the result of an upgrade.
func (r *Request) UpgradeAnswer(result UpgradeResult) []byte {
	w := r.begin(upgradeOperation)
	w.write("<", w.prefix, upgradeOperation+"Return>")
	w.member("RefNo", result.RefNo)
	w.member("Status", result.Status)
	w.list("OrderLockReason", result.OrderLockReason, r.Style)
	w.member("ProformaNumber", result.ProformaNumber)
	w.member("TotalAmount", result.TotalAmount)
	w.member("Currency", result.Currency)
	w.member("TotalSubscriptionsNumber", strconv.Itoa(result.TotalSubscriptionsNumber))
	w.write("</", w.prefix, upgradeOperation+"Return>")
	return w.end(upgradeOperation)
}

// writer writes one envelope. In a document answer every element is in the
// namespace of the operation; in an rpc answer only the response itself is, so
// prefix is the prefix of the names within it.
type writer struct {
	text   []byte
	prefix string
}

const operationPrefix = "ns1:"

func (r *Request) begin(operation string) writer {
	w := envelope(r.Version)
	if r.Style == Document {
		w.prefix = operationPrefix
	}
	w.write("<", operationPrefix, operation, `Response xmlns:ns1="`)
	w.attribute(r.Namespace)
	w.write(`">`)
	return w
}

func (w *writer) end(operation string) []byte {
	w.write("</", operationPrefix, operation, "Response>")
	return w.seal()
}

func envelope(v Version) writer {
	w := beginEnvelope(v)
	w.open("env:Body")
	return w
}

// beginEnvelope returns an envelope before its Header and Body.
func beginEnvelope(v Version) writer {
	w := writer{text: make([]byte, 0, 512)} // enough for most answers
	w.write(xml.Header, `<env:Envelope xmlns:env="`, v.namespace(), `">`)
	return w
}

func (w *writer) seal() []byte {
	w.write("</env:Body></env:Envelope>\n")
	return w.text
}

// list writes a list in its style: repeated elements, or items of one element.
func (w *writer) list(name string, values []string, style Style) {
	if style == Document {
		for _, v := range values {
			w.member(name, v)
		}
		return
	}
	w.open(name)
	for _, v := range values {
		w.element("item", v)
	}
	w.close(name)
}

// member writes an element with the prefix of the answer.
func (w *writer) member(name, text string) {
	w.write("<", w.prefix, name, ">")
	w.escape(text)
	w.write("</", w.prefix, name, ">")
}

func (w *writer) element(name, text string) {
	w.open(name)
	w.escape(text)
	w.close(name)
}

func (w *writer) open(name string)  { w.write("<", name, ">") }
func (w *writer) close(name string) { w.write("</", name, ">") }

func (w *writer) write(parts ...string) {
	for _, part := range parts {
		w.text = append(w.text, part...)
	}
}

// attribute writes the value of an attribute.
func (w *writer) attribute(value string) {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(value)) // writing to a builder never fails
	w.write(escaped.String())
}

// escape writes text. Unlike in an attribute, quotes stay as they are, because
// people read faults. Characters that XML does not allow become U+FFFD.
func (w *writer) escape(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			w.write("&amp;")
		case r == '<':
			w.write("&lt;")
		case r == '>':
			w.write("&gt;")
		case r == '\r': // a parser would read a line break
			w.write("&#xD;")
		case r < ' ' && r != '\t' && r != '\n' || r == '\uFFFE' || r == '\uFFFF':
			w.write("\uFFFD")
		default:
			w.text = utf8.AppendRune(w.text, r)
		}
	}
}
