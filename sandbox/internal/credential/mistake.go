package credential

import (
	"fmt"
	"strings"
)

// Mistake is the name of a usual mistake.
type Mistake string

// The recognised mistakes. Rows says of each what is wrong, and what to do.
const (
	Characters     Mistake = "characters"         // lengths counted in characters, not bytes
	NoLengths      Mistake = "no-lengths"         // lengths left out
	LengthsFirst   Mistake = "lengths-first"      // both lengths before both values
	SwappedFields  Mistake = "swapped-fields"     // date before code
	Extra          Mistake = "extra"              // characters signed between or after the parts
	OtherCode      Mistake = "other-code"         // code signed in another spelling than sent
	OtherDate      Mistake = "other-date"         // another date signed than sent
	KeptHash       Mistake = "kept-hash"          // a hash made once, and sent with later dates
	PaddedSecret   Mistake = "padded-secret"      // blanks, quotes or a line break in the key
	MangledSecret  Mistake = "mangled-secret"     // the secret as a framework changed it
	HashedSecret   Mistake = "hashed-secret"      // the secret hashed before use
	EmptySecret    Mistake = "empty-secret"       // an empty key
	OtherSecret    Mistake = "other-secret"       // the secret of another account
	BareSecret     Mistake = "bare-secret"        // the secret itself sent as hash
	SwappedKey     Mistake = "swapped-key"        // key and text of the HMAC swapped
	PlainHash      Mistake = "plain-hash"         // a plain hash instead of an HMAC
	Base64         Mistake = "base64"             // base64 instead of hex
	Punctuated     Mistake = "punctuated"         // dashes, colons or blanks within the hex
	Typographic    Mistake = "typographic-quotes" // quotes of a text processor around the values
	OtherAlgorithm Mistake = "other-algorithm"    // not the algorithm named, or not an accepted one
	UnknownAccount Mistake = "unknown-account"    // no account has the code
	LocalTime      Mistake = "local-time"         // a date in a local zone
	TwelveHours    Mistake = "twelve-hours"       // an hour of the clock with twelve
	OtherCalendar  Mistake = "other-calendar"     // a year of another calendar
	LocalFormat    Mistake = "local-format"       // digits or separators of a country
	BareKey        Mistake = "bare-key"           // a key in place of code, date and hash
	Misplaced      Mistake = "misplaced"          // credentials in another header
	DeletedAccount Mistake = "deleted-account"    // the account of the code was deleted
)

// Row is a line of the table of mistakes. The answers, the explanations, the diagnosis of
// a signature and the guide take their words from it.
type Row struct {
	Mistake Mistake
	Wrong   string // what is wrong
	Remedy  string // what would be right; each %s in both is a detail of the call
}

// note returns the end of a sentence about a call, with its details.
func (r Row) note(details ...any) string {
	text := r.Wrong + "; " + r.Remedy
	if details == nil {
		return text // it may have a % of its own
	}
	return fmt.Sprintf(text, details...)
}

// Sentence returns the note without a call: each detail is "…".
func (r Row) Sentence() string { return strings.ReplaceAll(r.Wrong+"; "+r.Remedy, "%s", "…") }

// finding is the result of a search: a mistake, and a note to end a sentence with. made
// is the string signed in place of the right one, empty for the right one and where it
// would hold a secret.
type finding struct {
	mistake Mistake
	note    string
	made    string
}

func (r Row) finding(details ...any) finding {
	return finding{mistake: r.Mistake, note: r.note(details...)}
}

// Rows returns the table of mistakes.
func Rows() []Row {
	var all []Row
	for _, t := range texts {
		all = append(all, t.Row)
	}
	all = append(all, keptHash)
	for _, k := range keys {
		all = append(all, k.Row)
	}
	return append(all, swappedKey, plainHash, otherSecret, bareSecret, inBase64, punctuated, otherThanAccepted, otherThanNamed,
		typographicQuotes, bareKey, misplaced, unknownAccount, deletedAccount, localTime, twelveHours, otherCalendar, localFormat)
}
