package credential

// Kind is why a caller is not believed. REST refuses the first three alike, with
// a message of its own each (open question auth-errors).
type Kind string

// The kinds of refusal. The first three concern a signed claim, the others a
// SOAP session.
const (
	Unreadable Kind = "unreadable" // no credentials, or not readable
	Mismatch   Kind = "mismatch"   // wrong hash, or wrong vendor code
	Stale      Kind = "stale"      // the date is too far off, or none
	Forged     Kind = "forged"     // not a session of this account
	Expired    Kind = "expired"    // the session lived its life
	Ended      Kind = "ended"      // the account was reset since the login
)

// Refusal is a failed check of credentials. No text in it holds an account's
// secret; Given and Expected can hold a hash or a session in full, which a log
// has to mask.
type Refusal struct {
	Kind     Kind
	Message  string  // one sentence: what was wrong and what would be right
	Field    string  // code, date, hash, algo or sessionID; empty when it is none alone
	Given    string  // what Field held
	Expected string  // what would have passed; empty when that cannot be told
	Signed   string  // of a mismatch: the string the sandbox signed
	Mistake  Mistake // of a mismatch: the usual slip that fits, empty when none does
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// UnknownCode is the refusal of a claim whose vendor code names no account, so
// that there is no secret to check it with, and why none is opened for it.
// Callers see it as a mismatch (open question auth-errors).
func UnknownCode(claim Claim, unopened string) *Refusal {
	r := &Refusal{Kind: Mismatch, Field: "code", Given: claim.Code,
		Message: "Wrong hash or vendor code: no account has the vendor code " + quoted(claim.Code)}
	if _, err := parseDate(claim.Code); err == nil {
		r.Mistake = SwappedFields
		unopened = "it is a date: send the vendor code as code and the time as date"
	}
	r.Message += "; " + unopened + "."
	return r
}
