package soap

import (
	"bytes"
	"embed"
	"encoding/xml"
	"slices"
	"strings"
)

//go:embed wsdl/*.wsdl
var descriptions embed.FS

// addressMark stands in the descriptions where the address of the endpoint goes.
const addressMark = "SOAP-ADDRESS"

// Styles returns the styles that the endpoint is described in, the first being
// the one of ?wsdl without a value.
func Styles() []Style { return []Style{RPC, Document, Object} }

// StyleOf returns the style that a value of the query ?wsdl asks for, in any
// case; "" is RPC. It returns false for a value that names none.
func StyleOf(value string) (Style, bool) {
	style := Style(strings.ToLower(value))
	if style == "" {
		return RPC, true
	}
	return style, slices.Contains(Styles(), style)
}

// WSDL returns the description of the endpoint in one of the Styles. The
// address is the one that the caller reaches the endpoint by. It returns nil for
// a style that is none of them.
func WSDL(style Style, address string) []byte {
	text, err := descriptions.ReadFile("wsdl/" + string(style) + ".wsdl")
	if err != nil {
		return nil
	}
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(address)) // a buffer takes every write
	return bytes.Replace(text, []byte(addressMark), escaped.Bytes(), 1)
}
