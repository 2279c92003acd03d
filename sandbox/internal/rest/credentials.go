package rest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// noteOtherCredentials records oddities of credentials for their sender: a second header
// with other credentials, or credentials in the wrong place.
func (c *call) noteOtherCredentials() {
	names, used := c.handler.Gate.CredentialHeaders, c.Credential.Text
	if used == "" {
		c.noteMisplaced()
		return
	}
	counts := ""
	for _, name := range names {
		for _, value := range c.Request.Header[name] {
			switch {
			case counts == "" && value == used:
				counts = name
			case value == used || strings.TrimSpace(value) == "":
			case name == counts:
				c.Recorder.Note(fmt.Sprintf("%s was sent twice with different values; the first counts", name))
				return
			default:
				c.Recorder.Note(fmt.Sprintf("ignored %s, because %s has other credentials and comes first", name, counts))
				return
			}
		}
	}
}

// noteMisplaced records where a call without a credential header has its
// credentials.
func (c *call) noteMisplaced() {
	right := c.handler.Gate.CredentialHeaders[0]
	for name := range c.Request.Header {
		if near := phrase.Nearest(name, c.handler.Gate.CredentialHeaders); len(near) > 0 && !slices.Contains(c.handler.Gate.CredentialHeaders, name) {
			c.Recorder.Note(fmt.Sprintf("ignored header %s, did you mean %s?", name, near[0]))
			return
		}
	}
	if c.Request.Header["Authorization"] != nil {
		c.Credential.Misplaced = "Authorization"
		return
	}
	if !strings.Contains(c.Request.URL.RawQuery, "=") {
		return
	}
	for name := range c.Request.URL.Query() {
		if strings.EqualFold(name, "hash") || slices.ContainsFunc(c.handler.Gate.CredentialHeaders, func(h string) bool { return strings.EqualFold(h, name) }) {
			c.Recorder.Note(fmt.Sprintf("ignored query name %q; credentials belong in the header %s", name, right))
			return
		}
	}
}
