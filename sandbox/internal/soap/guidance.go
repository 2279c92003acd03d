package soap

import (
	"errors"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// lost is the beginning of every piece of guidance.
const lost = "The arguments came empty, because client libraries leave out what their WSDL does not describe: "

// single is the advice beside another description. PHP sends an array with names, in place of a
// list, as an empty element.
const single = " One item that is no list comes empty too: put it in a list."

// guideUpgrade returns which description the client needs if the arguments of an upgrade
// came empty, "" otherwise. The received elements show how the client called.
func (c *call) guideUpgrade() string {
	call := c.read.call
	if len(call.children) == 0 {
		return lost + "a call with six arguments needs " + c.wsdl(RPC) + ", one with sessionID and an object " + c.wsdl(Object) + "."
	}
	for _, e := range call.children {
		switch {
		case e.isEmpty() || strings.EqualFold(e.name, "sessionID"):
		case call.has("Items") || e.has("Items"):
			return "If the client sent items, its library left them out: " + c.address() + " lists which WSDL it needs." + single
		case !isOneOf(e.name, upgradeNames):
			return "The call has " + phrase.Shorten(e.name, 40) + " instead."
		default:
			return ""
		}
	}
	if call.has("Items") {
		return lost + "a call with sessionID and an object needs " + c.wsdl(Object) + ", one with an object alone " + c.wsdl(Document) + "." + single
	}
	return lost + "a call with six arguments needs " + c.wsdl(RPC) + ", one with an object alone " + c.wsdl(Document) + "."
}

// guideLogin returns which description the client needs if the arguments of a login came
// empty, "" otherwise.
func (c *call) guideLogin(l Login) string {
	switch {
	case len(c.read.call.children) == 0:
		return lost + "a call with four arguments needs " + c.wsdl(RPC) + "."
	case l.Date == "" && l.Hash == "":
		return lost + "a call with one object needs " + c.wsdl(Document) + "."
	}
	return ""
}

// wsdl returns the address of a description.
func (c *call) wsdl(s Style) string {
	return c.address() + s.query()
}

// address returns the address at which the client reaches the endpoint.
func (c *call) address() string { return c.handler.Gate.Address.Of(c.Request) + Path }

// addGuidance returns a problem with guidance behind its message.
func addGuidance(err error, guidance string) error {
	var p *commerce.Problem
	if guidance == "" || !errors.As(err, &p) {
		return err
	}
	more := *p
	more.Message = strings.TrimSuffix(p.Message, ".") + ". " + guidance
	return &more
}
