package soap

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// checkHeaders checks that no header must be understood, because the interface has
// none (open question soap-headers).
func (c *call) checkHeaders() error {
	header := c.read.NotUnderstood
	if header == nil {
		return nil
	}
	c.Circumstances |= catalog.MarkedHeader
	if c.Settings.Answers.Is(catalog.SOAPHeaders, "ignored") {
		c.Recorder.Note(fmt.Sprintf("ignored the header %q, which is marked with mustUnderstand", header.Local))
		return nil
	}
	return commerce.Problemf(catalog.MustUnderstand,
		"The header %s is marked with mustUnderstand, and the interface has no headers; send it without the mark", header.Local).
		Of("Header", header.Local+" of "+header.Space, "no header marked with mustUnderstand")
}

// checkOnce checks that every parameter is given once, as on REST.
func checkOnce(repeated []Repetition) error {
	if len(repeated) == 0 {
		return nil
	}
	r := repeated[0]
	return commerce.Problemf(catalog.InvalidParameter, "%s must be given once, got it %d times", r.Parameter, r.Times).
		Of(r.Parameter, fmt.Sprintf("%d times", r.Times), "once")
}
