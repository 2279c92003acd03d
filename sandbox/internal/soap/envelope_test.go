package soap_test

import (
	"encoding/xml"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

const commentCall = `<n:upgradePartnerSubscriptions><Comment>Zoë – 10 €</Comment></n:upgradePartnerSubscriptions>`

func TestReadEncodings(t *testing.T) {
	t.Parallel()
	text := envelope(commentCall)
	windows := strings.NewReplacer("ë", "\xEB", "–", "\x96", "€", "\x80").Replace(text)
	declare := func(encoding string) string { return `<?xml version="1.0" encoding="` + encoding + `"?>` + "\n" }
	tests := []struct{ name, body, contentType string }{
		{"UTF-8", text, ""},
		{"UTF-8 declared", declare("UTF-8") + text, "text/xml"},
		{"UTF-8 with a mark", "\xEF\xBB\xBF" + declare("utf-8") + text, "text/xml; charset=utf-8"},
		{"blanks before the declaration", "\r\n " + declare("utf-8") + text, ""},
		{"a mark against the charset", "\xEF\xBB\xBF" + text, "text/xml; charset=iso-8859-1"},
		{"UTF-16 little endian with a mark", "\xFF\xFE" + in16(declare("UTF-16")+text, 1), "text/xml; charset=utf-16"},
		{"UTF-16 big endian with a mark", "\xFE\xFF" + in16(declare("UTF-16")+text, 0), ""},
		{"UTF-16 little endian", in16(declare("UTF-16")+text, 1), ""},
		{"UTF-16 big endian", in16(text, 0), ""},
		{"UTF-16 in name only", declare("UTF-16") + text, ""},
		{"windows-1252 declared", declare("windows-1252") + windows, "text/xml"},
		{"ISO-8859-1 declared, as windows-1252", `<?xml version='1.0' encoding='iso-8859-1' standalone="yes"?>` + windows, ""},
		{"windows-1252 by charset", windows, `text/xml; charset="Windows-1252"`},
		{"the charset against the declaration", declare("US-ASCII") + windows, "text/xml; charset=cp1252"},
		{"XML 1.1", `<?xml version="1.1"?>` + text, ""},
		{"a declaration after a tab", "<?xml\tversion='1.0'?>" + text, ""},
		{"a declaration after a return", "<?xml\rversion='1.0'?>" + text, ""},
		{"a declaration after a line break", "<?xml\nversion='1.0'?>" + text, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read([]byte(test.body), test.contentType)
			must(t, err)
			if got, want := comment(r), "Zoë – 10 €"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// in16 writes text in UTF-16; high is the place of the upper byte of a pair.
func in16(text string, high int) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[high], pair[1-high] = byte(unit>>8), byte(unit)
		b.Write(pair[:])
	}
	return b.String()
}

func TestReadCharactersBeyondTheFirstPlane(t *testing.T) {
	t.Parallel()
	r, err := soap.Read([]byte(in16(envelope(`<n:upgradePartnerSubscriptions><Comment>🛒</Comment></n:upgradePartnerSubscriptions>`), 1)), "")
	must(t, err)
	if got := comment(r); got != "🛒" {
		t.Errorf("got %q, want a cart", got)
	}
}

// TestReadBytesThatAreNoCharacter checks that they become U+FFFD, because a
// client with a broken text still gets an answer about its call.
func TestReadBytesThatAreNoCharacter(t *testing.T) {
	t.Parallel()
	in := func(comment string) string {
		return envelope(`<n:upgradePartnerSubscriptions><Comment>` + comment + `</Comment></n:upgradePartnerSubscriptions>`)
	}
	surrogate := func(units string) string { return strings.Replace(in16(in("a|b"), 0), "\x00|", units, 1) }
	tests := []struct{ name, body, contentType, want string }{
		{"an upper surrogate alone", surrogate("\xD8\x00"), "", "a\uFFFDb"},
		{"a lower surrogate alone", surrogate("\xDC\x00"), "", "a\uFFFDb"},
		{"a pair in the wrong order", surrogate("\xDC\x00\xD8\x00"), "", "a\uFFFD\uFFFDb"},
		{"a byte without a character", in("a\x81b"), "text/xml; charset=windows-1252", "a\uFFFDb"},
		{"the same called ISO-8859-1", in("a\x81b"), "text/xml; charset=iso-8859-1", "a\uFFFDb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read([]byte(test.body), test.contentType)
			must(t, err)
			if got := comment(r); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestReadVersions(t *testing.T) {
	t.Parallel()
	const soap11, soap12 = "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
	late := "<!--" + strings.Repeat(" ", 1024) + "-->"
	call := func(namespace string) string {
		return `<Envelope xmlns="` + namespace + `"><Body><login xmlns=""/></Body></Envelope>`
	}
	tests := []struct {
		name, body, contentType string
		want                    soap.Version
	}{
		{"1.1", call(soap11), "text/xml", soap.SOAP11},
		{"1.2", call(soap12), "application/soap+xml", soap.SOAP12},
		{"the envelope against the header", call(soap11), "application/soap+xml", soap.SOAP11},
		{"1.1 under the type of 1.2, cut off", call(soap11)[:90], "application/soap+xml", soap.SOAP11},
		{"1.2 as text/xml", call(soap12), "text/xml", soap.SOAP12},
		{"1.2, cut off", call(soap12)[:90], "text/xml", soap.SOAP12},
		{"1.2, not XML", "hello", "Application/SOAP+XML; charset=utf-8", soap.SOAP12},
		{"1.2 in UTF-16, cut off", in16(call(soap12)[:90], 1), "text/xml", soap.SOAP12},
		{"1.1 under the type of 1.2, behind a long comment", late + call(soap11), "application/soap+xml", soap.SOAP11},
		{"1.2 behind a long comment", late + call(soap12), "text/xml", soap.SOAP12},
		{"empty", "", "", soap.SOAP11},
		{"not XML", "{}", "application/json", soap.SOAP11},
		{"an unknown version", call("http://www.w3.org/2001/12/soap-envelope"), "text/xml", soap.SOAP11},
	}
	for _, test := range tests {
		r, _ := soap.Read([]byte(test.body), test.contentType)
		if r.Version != test.want {
			t.Errorf("%s: got %s, want %s", test.name, r.Version, test.want)
		}
	}
}

func TestReadOperation(t *testing.T) {
	t.Parallel()
	type called struct {
		operation, namespace string
		style                soap.Style
	}
	tests := []struct {
		name, body string
		want       called
	}{
		{"rpc", `<n:login><hash>H</hash></n:login>`, called{"login", "urn:n", soap.RPC}},
		{"document", `<n:login><n:hash>H</n:hash></n:login>`, called{"login", "urn:n", soap.Document}},
		{"a default namespace", `<login xmlns="urn:d"><hash>H</hash></login>`, called{"login", "urn:d", soap.Document}},
		{"another namespace within", `<n:login><hash xmlns="urn:d">H</hash></n:login>`, called{"login", "urn:n", soap.RPC}},
		{"encoded, though qualified", `<n:login><n:hash xsi:type="x">H</n:hash></n:login>`, called{"login", "urn:n", soap.RPC}},
		{"no namespace", `<login><hash>H</hash></login>`, called{"login", soap.TargetNamespace, soap.RPC}},
		{"no arguments", `<n:login/>`, called{"login", "urn:n", soap.RPC}},
		{"text and comments around", `text <!-- <x/> --> <n:login/> text <n:id id="1"/>`, called{"login", "urn:n", soap.RPC}},
		{"an unknown one", `<n:logout/>`, called{"logout", "urn:n", soap.RPC}},
	}
	for _, test := range tests {
		r := read(t, test.body)
		if got := (called{r.Operation, r.Namespace, r.Style}); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestReadIgnoresHeaders(t *testing.T) {
	t.Parallel()
	body := strings.Replace(envelope(`<n:login><hash>H</hash></n:login>`), "<e:Body>",
		`<e:Header><n:Security e:mustUnderstand="1"><login><hash>other</hash></login></n:Security></e:Header><e:Body>`, 1)
	r, err := soap.Read([]byte(body), "")
	must(t, err)
	if got := r.Login().Hash; got != "H" {
		t.Errorf("got %q, want H", got)
	}
	if got, want := r.NotUnderstood, (&xml.Name{Space: "urn:n", Local: "Security"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestReadMarkedHeaders checks which headers must be understood: those for the
// endpoint, not those for somebody on the way.
func TestReadMarkedHeaders(t *testing.T) {
	t.Parallel()
	const next, soap12 = "http://schemas.xmlsoap.org/soap/actor/next", "http://www.w3.org/2003/05/soap-envelope"
	for header, want := range map[string]bool{
		`<n:H/>`:                                             false,
		`<n:H e:mustUnderstand="0"/>`:                        false,
		`<n:H mustUnderstand="1"/>`:                          false,
		`<n:G/><n:H e:mustUnderstand="1"/>`:                  true,
		`<n:H e:mustUnderstand="1" e:actor=""/>`:             true,
		`<n:H e:mustUnderstand="1" e:actor="` + next + `"/>`: true,
		`<n:H e:mustUnderstand="1" e:actor="urn:proxy"/>`:    false,
		`<n:H xmlns:s="` + soap12 + `" s:mustUnderstand="true" s:role="` + soap12 + `/role/ultimateReceiver"/>`: true,
		`<n:H xmlns:s="` + soap12 + `" s:mustUnderstand="true" s:role="` + soap12 + `/role/none"/>`:             false,
	} {
		r, err := soap.Read([]byte(strings.Replace(envelope(`<n:login/>`), "<e:Body>", "<e:Header>"+header+"</e:Header><e:Body>", 1)), "")
		must(t, err)
		if got := r.NotUnderstood != nil; got != want {
			t.Errorf("%s: got %t, want %t", header, got, want)
		}
	}
}

// TestReadNotes checks that text and elements that the call ignores are recorded.
func TestReadNotes(t *testing.T) {
	t.Parallel()
	if got, want := read(t, `<n:login/><param1>D</param1>`).Notes, []string{`ignored element "param1" beside login`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := read(t, `<n:login/>`+strings.Repeat(`<a/>`, 11)).Notes; len(got) != 10 {
		t.Errorf("got %d notes of 11 elements, want the first 10", len(got))
	}
	body := strings.Replace(envelope(`x <n:login>, <hash>H</hash>; <date/>`+strings.Repeat("y<date/>", 9)+`</n:login>`), "</e:Envelope>", "<n:Signature/></e:Envelope>", 1)
	r, err := soap.Read([]byte(body), "")
	must(t, err)
	want := []string{`ignored the text "x" beside the elements of Body`, `ignored the text "," beside the elements of login`,
		`ignored the text ";" beside the elements of login`, `ignored the text "y" beside the elements of login`,
		`ignored the text "y" beside the elements of login`, `ignored element "Signature" beside the Body`}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("got %q, want %q", r.Notes, want)
	}
}

func problem(err error) (catalog.Code, string) {
	var p *commerce.Problem
	if !errors.As(err, &p) {
		return "", ""
	}
	return p.Code, p.Message
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const unreadable = "The request is not a readable SOAP envelope: "
	tests := []struct{ name, body, contentType, want string }{
		{"nothing", "", "", unreadable + "the body is empty."},
		{"blanks", " \n", "", unreadable + "the body is empty."},
		{"JSON", `{"a":1}`, "", unreadable + `the body does not begin with "<".`},
		{"the beginning of a declaration", `<?xml`, "", unreadable + "it has a processing instruction, which SOAP forbids."},
		{"an open declaration", `<?xml version="1.0"`, "", unreadable + "the XML declaration is not closed."},
		{"no element", `<?xml version="1.0"?><!-- x -->`, "", unreadable + "its root element is not Envelope."},
		{"text after the root", envelope(`<n:login/>`) + "x", "", unreadable + "there is text outside the root element."},
		{"two roots", envelope(`<n:login/>`) + "<a/>", "", unreadable + "it has more than one root element."},
		{"an open element", `<a>` + "\n" + `<b></a>`, "", unreadable + "its XML is not well-formed: line 2: element <b> closed by </a>."},
		{"cut off before a name", `<a><`, "", unreadable + "it ends within a tag."},
		{"cut off within a tag", `<a><b`, "", unreadable + "it ends within a tag."},
		{"cut off within a comment", `<a><!-- `, "", unreadable + "it ends within a tag, a comment or a CDATA section."},
		{"cut off", `<a><b>`, "", unreadable + "its XML is not well-formed: line 1: unexpected EOF."},
		{"closed too often", `<a/></a>`, "", unreadable + "its XML is not well-formed: line 1: unexpected end element </a>."},
		{"an undeclared prefix", `<q:Envelope/>`, "", unreadable + "its XML is not well-formed: the prefix q of Envelope is not declared."},
		{"an undeclared prefix that an attribute called xmlns names", envelope(`<n:login n:xmlns="q"><q:hash/></n:login>`), "",
			unreadable + "its XML is not well-formed: the prefix q of hash is not declared."},
		{"NUL", envelope("<n:login>\x00</n:login>"), "", unreadable + "its XML is not well-formed: line 1: illegal character code U+0000."},
		{"another root", `<html/>`, "", unreadable + "its root element is not Envelope."},
		{"no namespace", `<Envelope/>`, "", "The Envelope's namespace must be http://schemas.xmlsoap.org/soap/envelope/ (SOAP 1.1) or " +
			`http://www.w3.org/2003/05/soap-envelope (SOAP 1.2), got "".`},
		{"no Body", strings.NewReplacer("e:Body", "e:Boddy").Replace(envelope(`<n:login/>`)), "", unreadable + "its Envelope has no Body."},
		{"an empty Body", envelope(` `), "", unreadable + "its Body is empty and must contain the called operation."},
		{"an attachment", envelope(`<n:login><hash><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a"/></hash></n:login>`), "",
			unreadable + "it refers to an attachment by xop:Include; send the value in the envelope, without MTOM."},
		{"an attachment before an undeclared prefix", envelope(`<n:login><Include xmlns="http://www.w3.org/2004/08/xop/include"/><q:hash/></n:login>`), "",
			unreadable + "it refers to an attachment by xop:Include; send the value in the envelope, without MTOM."},
		{"a multipart message", "--b\r\n\r\n" + envelope(`<n:login/>`) + "\r\n--b--", "Multipart/related; boundary=b",
			unreadable + "it is a multipart message; send the envelope alone, without attachments and MTOM."},
		{"gzip", "\x1F\x8B\x08", "", unreadable + "it is compressed with gzip; send it uncompressed."},
		{"two operations", envelope(`<n:login><hash>H</hash></n:login><n:logout/>`), "", unreadable + "its Body has two elements, login and logout, and must contain one operation."},
		{"two Bodies", strings.Replace(envelope(`<n:login/>`), "</e:Body>", "</e:Body><e:Body/>", 1), "", unreadable + "its Envelope has two Bodies."},
		{"two Headers", strings.Replace(envelope(`<n:login/>`), "<e:Body>", "<e:Header/><e:Header/><e:Body>", 1), "", unreadable + "its Envelope has two Headers."},
		{"a late Header", strings.Replace(envelope(`<n:login/>`), "</e:Body>", "</e:Body><e:Header/>", 1), "", unreadable + "its Header comes after its Body."},
		{"a document type", `<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + envelope(`<n:login>&x;</n:login>`), "",
			unreadable + "it declares a document type or entities, which SOAP forbids."},
		{"an external document type", `<?xml version="1.0"?><!DOCTYPE e SYSTEM "http://127.0.0.1:1/e.dtd"><e/>`, "",
			unreadable + "it declares a document type or entities, which SOAP forbids."},
		{"an entity", envelope(`<n:login>&x;</n:login>`), "",
			unreadable + "its XML is not well-formed: line 1: invalid character entity &x;."},
		{"a processing instruction", `<?xml-stylesheet href="x"?>` + envelope(`<n:login/>`), "",
			unreadable + "it has a processing instruction, which SOAP forbids."},
		{"a second declaration", `<?xml version="1.0"?><?xml version="1.0"?><a/>`, "",
			unreadable + "it has a processing instruction, which SOAP forbids."},
		{"wrong UTF-8 at once", "\xEB<a/>", "", `The envelope is not valid utf-8: the byte at offset 0 is not part of a character. ` +
			"Name the encoding in the XML declaration or as charset of the Content-Type."},
		{"wrong UTF-8 behind U+FFFD", "<a>\uFFFD\xEB</a>", "", `The envelope is not valid utf-8: the byte at offset 6 is not part of a character. ` +
			"Name the encoding in the XML declaration or as charset of the Content-Type."},
		{"wrong UTF-8", "<a>\xEB</a>", "", `The envelope is not valid utf-8: the byte at offset 3 is not part of a character. ` +
			"Name the encoding in the XML declaration or as charset of the Content-Type."},
		{"an unknown encoding", `<?xml version="1.0" encoding="EBCDIC"?><a/>`, "",
			`The envelope's encoding must be UTF-8, UTF-16, ISO-8859-1, windows-1252 or US-ASCII, got "ebcdic".`},
		{"an unknown charset", `<a/>`, "text/xml; charset=utf-7",
			`The envelope's encoding must be UTF-8, UTF-16, ISO-8859-1, windows-1252 or US-ASCII, got "utf-7".`},
		{"half a pair", "\xFF\xFE<\x00a\x00/\x00>\x00\x00", "", unreadable + "there is text outside the root element."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := soap.Read([]byte(test.body), test.contentType)
			if code, got := problem(err); code != catalog.InvalidRequestBody || got != test.want {
				t.Errorf("got %s %q, want %q", code, got, test.want)
			}
		})
	}
}
