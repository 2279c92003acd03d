package soap

import (
	"bytes"
	"encoding/xml"
	"strconv"
)

// The operations (sections 5 and 4.9).
const (
	loginOperation   = "login"
	upgradeOperation = "upgradePartnerSubscriptions"
)

// UpgradeResult is what an upgrade answers (open question soap-result).
type UpgradeResult struct {
	RefNo                    string
	Status                   string
	OrderLockReason          []string
	ProformaNumber           string
	TotalAmount              string // a decimal number
	Currency                 string
	TotalSubscriptionsNumber int
}

// LoginAnswer returns the envelope that answers a login with a session.
func (r *Request) LoginAnswer(session string) []byte {
	w := r.begin(loginOperation)
	w.element(w.prefix+loginOperation+"Return", session)
	return w.end(loginOperation)
}

// UpgradeAnswer returns the envelope that answers an upgrade.
func (r *Request) UpgradeAnswer(result UpgradeResult) []byte {
	w := r.begin(upgradeOperation)
	w.open(w.prefix + upgradeOperation + "Return")
	w.element(w.prefix+"RefNo", result.RefNo)
	w.element(w.prefix+"Status", result.Status)
	w.list("OrderLockReason", result.OrderLockReason, r.Style)
	w.element(w.prefix+"ProformaNumber", result.ProformaNumber)
	w.element(w.prefix+"TotalAmount", result.TotalAmount)
	w.element(w.prefix+"Currency", result.Currency)
	w.element(w.prefix+"TotalSubscriptionsNumber", strconv.Itoa(result.TotalSubscriptionsNumber))
	w.close(w.prefix + upgradeOperation + "Return")
	return w.end(upgradeOperation)
}

// writer writes one envelope. In a document answer every element is in the
// namespace of the operation; in an rpc answer only the response itself is, so
// prefix is the prefix of the names within it.
type writer struct {
	bytes.Buffer
	prefix string
}

const operationPrefix = "ns1:"

func (r *Request) begin(operation string) *writer {
	w := envelope(r.Version)
	if r.Style == Document {
		w.prefix = operationPrefix
	}
	w.WriteString("<" + operationPrefix + operation + `Response xmlns:ns1="`)
	w.attribute(r.Namespace)
	w.WriteString(`">`)
	return w
}

func (w *writer) end(operation string) []byte {
	w.close(operationPrefix + operation + "Response")
	return w.seal()
}

func envelope(v Version) *writer {
	w := begun(v)
	w.open("env:Body")
	return w
}

// begun returns an envelope before its Header and Body.
func begun(v Version) *writer {
	w := &writer{}
	w.Grow(1 << 10)
	w.WriteString(xml.Header)
	w.WriteString(`<env:Envelope xmlns:env="` + v.namespace() + `">`)
	return w
}

func (w *writer) seal() []byte {
	w.WriteString("</env:Body></env:Envelope>\n")
	return w.Bytes()
}

// list writes a list in its style: repeated elements, or items of one element.
func (w *writer) list(name string, values []string, style Style) {
	if style == Document {
		for _, v := range values {
			w.element(w.prefix+name, v)
		}
		return
	}
	w.open(name)
	for _, v := range values {
		w.element("item", v)
	}
	w.close(name)
}

func (w *writer) element(name, text string) {
	w.open(name)
	w.escape(text)
	w.close(name)
}

func (w *writer) open(name string)  { w.WriteString("<" + name + ">") }
func (w *writer) close(name string) { w.WriteString("</" + name + ">") }

// attribute writes the value of an attribute. Writing to a buffer never fails.
func (w *writer) attribute(value string) { _ = xml.EscapeText(w, []byte(value)) }

// escape writes text. Unlike in an attribute, quotes stay as they are, because
// people read faults. Characters that XML does not allow become U+FFFD.
func (w *writer) escape(text string) {
	for _, r := range text {
		switch {
		case r == '&':
			w.WriteString("&amp;")
		case r == '<':
			w.WriteString("&lt;")
		case r == '>':
			w.WriteString("&gt;")
		case r == '\r': // a parser would read a line break
			w.WriteString("&#xD;")
		case r < ' ' && r != '\t' && r != '\n' || r == '\uFFFE' || r == '\uFFFF':
			w.WriteRune('\uFFFD')
		default:
			w.WriteRune(r)
		}
	}
}
