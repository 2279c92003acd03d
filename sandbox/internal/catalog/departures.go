package catalog

// Departures are the accepted ways to write a call otherwise than the document says. They
// may be joined with |.
type Departures uint16

// The departures.
const (
	SingleQuotes    Departures = 1 << iota // around values of the credential header
	OtherPairNames                         // Code= in place of code=
	PairSeparators                         // commas or semicolons between the pairs
	OtherParameters                        // sessionId in place of sessionID
	PlainOptions                           // pricing options without Code
	OtherAlgorithm                         // a login without sha256
)

// Departure is one of them as notes, verdicts and the guide show it.
type Departure struct {
	Bit      Departures
	Name     string
	Sentence string // the spellings of the call and of the document
}

var departures = []Departure{
	{SingleQuotes, "single-quotes", "the credential header has values in single quotes; the document has double quotes (section 5)"},
	{OtherPairNames, "pair-names", "the credential header has names in capitals; the document has code, date and hash (section 5)"},
	{PairSeparators, "pair-separators", "the credential header has commas or semicolons; the document has three pairs and no more (section 5)"},
	{OtherParameters, "parameter-names", "a parameter has another case; the document has names such as sessionID, Items and ExternalReferenceNumber (section 4.9)"},
	{PlainOptions, "plain-options", "PricingOptions has texts; the document has a list of objects with Code (section 4.9)"},
	{OtherAlgorithm, "login-algorithm", "the login names no algorithm or another one; the document has sha256 (section 5)"},
}

// List returns the departures one by one.
func (d Departures) List() []Departure {
	var list []Departure
	for _, one := range departures {
		if d&one.Bit != 0 {
			list = append(list, one)
		}
	}
	return list
}
