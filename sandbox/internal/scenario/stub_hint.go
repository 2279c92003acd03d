package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// maxHint is the longest proposed rule, in bytes.
const maxHint = 200

// RESTStub returns a scenario, in one line of YAML, to answer the calls of a method and a
// path outside of all operations, for "" of any method without a check of credentials. It
// returns "" for a method that stubs cannot have.
func RESTStub(method, path string) string {
	if method != "" && !slices.Contains(stubMethods, method) {
		return ""
	}
	path = strings.NewReplacer("?", "*", "#", "*").Replace(catalog.WithoutNumbers(catalog.OutsidePath(path)))
	return stubRule(strings.TrimLeft(method+" "+catalog.PathPrefix, " "), path, "{status: 200, body: '{}'}")
}

// SOAPStub is RESTStub for an operation of SOAP. It returns "" for a name that stubs
// cannot have.
func SOAPStub(operation string) string {
	if !soapName.MatchString(operation) || len(operation) > maxOperation {
		return ""
	}
	return stubRule(catalog.SOAPPrefix, operation, "{status: 200}")
}

// stubRule writes a rule. It cuts a long path to a pattern.
func stubRule(kind, name, answer string) string {
	pattern := name
	if len(name) > maxHint { // at once, because a client may send a megabyte
		name = strings.ToValidUTF8(name[:maxHint], "")
		pattern = name + "*"
	}
	for ; ; pattern = name + "*" {
		rule := fmt.Sprintf("rules: [{on: %s, answer: %s}]", yamltext.Quote(kind+pattern), answer)
		if len(rule) <= maxHint {
			return rule
		}
		name = strings.ToValidUTF8(name[:len(name)-1], "")
	}
}
