package credential

import "strings"

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

// Refusal is a failed check of credentials. It never contains an account's secret. Given
// and Expected can contain a whole hash or session; a log must mask them.
type Refusal struct {
	Kind     Kind
	Message  string  // one sentence: what was wrong and what would be right
	Field    string  // code, date, hash, algo or sessionID; empty when it is none of them alone
	Given    string  // the value of Field
	Expected string  // the right value; empty when it is not known
	Signed   string  // of a mismatch: the string the sandbox signed
	Made     string  // of a mismatch: the other string signed by the client, empty when unknown
	Mistake  Mistake // of a mismatch: the usual mistake that fits, empty for none
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

// wrongHash begins the message of a mismatch (open question auth-errors).
const (
	wrongHash = wrongCode + "the hash is not the one for this code and date"
	wrongCode = "Wrong hash or vendor code: "
)

// Absence says why a vendor code has no account, "" for a code with one.
type Absence string

// The reasons why a vendor code has no account.
const (
	NoAccount Absence = "none"    // nobody has opened it
	Deleted   Absence = "deleted" // it was deleted, and its own secret is known
)

// The mistakes in the code. Whoever sends a code and a secret of the real service has to
// open the account, because the sandbox does not know the secret.
var (
	unknownAccount = Row{UnknownAccount, "no account has the vendor code %s",
		"a call signed with the sandbox's own secret opens it, or open it with yours: commerce-sandbox account open CODE --secret-file -"}
	deletedAccount = Row{DeletedAccount, "the account with the vendor code %s was deleted",
		"its own secret opens it again, or open it with another one: commerce-sandbox account open CODE --secret-file -"}
)

// refusal returns the refusal of a claim without an account. form, unless it is "", says
// what is wrong with the form of the hash.
func (a Absence) refusal(code, form string) *Refusal {
	row := unknownAccount
	if a == Deleted {
		row = deletedAccount
	}
	note := strings.Replace(row.note(quote(code)), "open CODE", "open "+code, 1)
	if form != "" {
		note += besides + form
	}
	return &Refusal{Kind: Mismatch, Field: "code", Given: code, Mistake: row.Mistake, Message: wrongCode + note + "."}
}

// UnknownCode returns the refusal of a claim with the vendor code of no account. why says
// why no account is opened for it. The kind is Mismatch (open question auth-errors).
func UnknownCode(claim Claim, why string) *Refusal {
	r := &Refusal{Kind: Mismatch, Field: "code", Given: claim.Code,
		Message: wrongCode + "no account has the vendor code " + quote(claim.Code)}
	if _, err := parseDate(claim.Code); err == nil {
		r.Mistake = SwappedFields
		why = "it is a date: send the vendor code as code and the time as date"
	}
	r.Message += "; " + why + "."
	return r
}
