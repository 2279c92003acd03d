package soap

import (
	"cmp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Login are the arguments of the login operation (section 5). An absent, empty or nil
// value is "", also the algorithm of the older call of three arguments, for md5.
type Login struct {
	credential.Claim

	Unknown  []string     // names of elements that are ignored
	Repeated []Repetition // arguments that are given more than once
}

// loginNames are the arguments by position, then algo, the name of the algorithm
// in the REST header (open question hash-recipe).
var loginNames = []string{"merchantCode", "date", "hash", "algorithm", "algo"}

// Login returns the arguments of a call of login.
func (r *Request) Login() Login {
	a := argumentsOf(r.call, loginNames, "hash")
	l := Login{Claim: credential.Claim{
		Code: a.get("merchantCode").value(), Date: a.get("date").value(), Hash: a.get("hash").value(),
		Algo: cmp.Or(a.get("algorithm").value(), a.get("algo").value()),
	}, Unknown: a.unknown}
	l.Repeated = a.repeated
	return l
}

// Missing returns the names of the required arguments without a value. The algorithm is
// not among them, because its absence has a meaning.
func (l Login) Missing() []string {
	var names []string
	for _, a := range []struct{ name, value string }{{"merchantCode", l.Code}, {"date", l.Date}, {"hash", l.Hash}} {
		if a.value == "" {
			names = append(names, a.name)
		}
	}
	return names
}
