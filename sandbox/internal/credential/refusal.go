package credential

// Kind is the reason of a refusal. REST has one code for the first three, with a
// message for each (open question auth-errors).
type Kind string

// The kinds of refusal. The first three concern a signed claim, the others a
// SOAP session.
const (
	Unreadable Kind = "unreadable" // no credentials, or not readable
	Mismatch   Kind = "mismatch"   // wrong hash, or wrong vendor code
	Stale      Kind = "stale"      // the date is too far off, or none
	Forged     Kind = "forged"     // not a session of this account
	Expired    Kind = "expired"    // the session is older than its life
	Ended      Kind = "ended"      // the account was reset since the login
)

// Refusal is a failed check of credentials. It never contains an account's secret.
// Given and Expected can contain a whole hash or session, which a log must mask.
type Refusal struct {
	Kind     Kind
	Message  string  // one sentence: what was wrong and what would be right
	Field    string  // code, date, hash, algo or sessionID; empty when it is none of them alone
	Given    string  // the value of Field
	Expected string  // the right value; empty when it is not known
	Signed   string  // of a mismatch: the string the sandbox signed
	Made     string  // of a mismatch: the other string that the client signed, empty when it is not known
	Mistake  Mistake // of a mismatch: the usual mistake that fits, empty when none does
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// UnknownCode returns the refusal of a claim whose vendor code names no account.
// why says why no account is opened for it. The kind is Mismatch (open
// question auth-errors).
func UnknownCode(claim Claim, why string) *Refusal {
	r := &Refusal{Kind: Mismatch, Field: "code", Given: claim.Code,
		Message: "Wrong hash or vendor code: no account has the vendor code " + quoted(claim.Code)}
	if _, err := parseDate(claim.Code); err == nil {
		r.Mistake = SwappedFields
		why = "it is a date: send the vendor code as code and the time as date"
	}
	r.Message += "; " + why + "."
	return r
}
