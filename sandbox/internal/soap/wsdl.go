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

// addressMark marks the address of the endpoint in the descriptions.
const addressMark = "SOAP-ADDRESS"

// Styles returns the styles of the descriptions, first the one of ?wsdl without a
// value.
func Styles() []Style { return []Style{RPC, Document, Object} }

// StyleOf returns the style named by a value of the query ?wsdl, in any case; "" is RPC.
// It returns false for an unknown name.
func StyleOf(value string) (Style, bool) {
	style := Style(strings.ToLower(value))
	if style == "" {
		return RPC, true
	}
	return style, slices.Contains(Styles(), style)
}

// WSDL returns the description of the endpoint in one of the Styles, nil for any
// other. address is the address at which the client reaches the endpoint.
func WSDL(style Style, address string) []byte {
	text, err := descriptions.ReadFile("wsdl/" + string(style) + ".wsdl")
	if err != nil {
		return nil
	}
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(address)) // writing to a buffer never fails
	return bytes.Replace(text, []byte(addressMark), escaped.Bytes(), 1)
}
