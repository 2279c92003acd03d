package soap

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// The operations (sections 5 and 4.9).
const (
	loginOperation   = "login"
	upgradeOperation = "upgradePartnerSubscriptions"
)

// LoginAnswer returns the envelope with the session of a login.
func (r *Request) LoginAnswer(session string) []byte {
	return r.answer(loginOperation, escape(session))
}

// UpgradeAnswer returns the envelope with the result of an upgrade (open question
// soap-result).
func (r *Request) UpgradeAnswer(result commerce.UpgradeResult) []byte {
	member := func(name, text string) string { return leaf(r.prefix()+name, text) }
	return r.answer(upgradeOperation, member("RefNo", result.RefNo)+member("Status", string(result.Status))+
		r.list("OrderLockReason", result.OrderLockReason)+member("ProformaNumber", result.ProformaNumber)+
		member("TotalAmount", result.TotalAmount.StringFixed())+member("Currency", result.Currency)+
		member("TotalSubscriptionsNumber", strconv.Itoa(result.TotalSubscriptionsNumber)))
}

// prefix returns the prefix of the names within an answer. In a document answer every element
// is in the namespace of the operation; in an rpc answer only the response itself is.
func (r *Request) prefix() string {
	if r.Style == Document {
		return "ns1:"
	}
	return ""
}

// answer returns the envelope with the result of an operation, in XML.
func (r *Request) answer(operation, result string) []byte {
	return envelope(r.Version, "", `<ns1:`+operation+`Response xmlns:ns1="`+attribute(r.Namespace)+`">`+
		enclose(r.prefix()+operation+"Return", result)+`</ns1:`+operation+`Response>`)
}

// list returns a list in the style of the answer: repeated elements, or items of one element.
func (r *Request) list(name string, values []string) string {
	var repeated, items strings.Builder
	for _, v := range values {
		repeated.WriteString(leaf(r.prefix()+name, v))
		items.WriteString(leaf("item", v))
	}
	if r.Style == Document {
		return repeated.String()
	}
	return enclose(name, items.String())
}

// envelope returns an envelope with a header, "" for none, and the content of its Body.
func envelope(v Version, header, body string) []byte {
	return []byte(xml.Header + `<env:Envelope xmlns:env="` + v.namespace() + `">` + header + enclose("env:Body", body) + "</env:Envelope>\n")
}

// enclose returns an element with a content in XML.
func enclose(name, content string) string { return "<" + name + ">" + content + "</" + name + ">" }

// leaf returns an element with a text.
func leaf(name, text string) string { return enclose(name, escape(text)) }

// attribute returns a text as the value of an attribute.
func attribute(value string) string {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(value)) // writing to a builder never fails
	return escaped.String()
}

// entities are the characters with a meaning in a text. Unlike in an attribute, quotes stay as
// they are, because people read faults. A parser would read \r as a line break.
var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")

// escape returns a text in XML. Characters that XML does not allow become U+FFFD.
func escape(text string) string {
	return entities.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && !strings.ContainsRune("\t\n\r", r) || r == '\uFFFE' || r == '\uFFFF' {
			return '\uFFFD'
		}
		return r
	}, text))
}
