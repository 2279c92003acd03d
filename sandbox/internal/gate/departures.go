package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Depart records spellings of the call that the document does not have, because a
// client with them may fail against the real service.
func (c *Call) Depart(d catalog.Departures) {
	if d == 0 {
		return
	}
	c.Recorder.Departures |= int(d)
	for _, one := range d.List() {
		c.Recorder.Note(one.Sentence)
	}
}

// departIn records the spellings of a credential header.
func (c *Call) departIn(s credential.Spelling) {
	if s == 0 {
		return
	}
	var d catalog.Departures
	for spelling, departure := range map[credential.Spelling]catalog.Departures{
		credential.SingleQuoted: catalog.SingleQuotes, credential.OtherCase: catalog.OtherPairNames, credential.Separated: catalog.PairSeparators,
	} {
		if s&spelling != 0 {
			d |= departure
		}
	}
	c.Depart(d)
}
