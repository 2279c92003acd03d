package soap_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestGuidance verifies which description a fault names when the arguments of a call came
// empty.
func TestGuidance(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	id := `<sessionID>` + session(t, s) + `</sessionID>`
	const (
		lost    = "The arguments came empty, because client libraries leave out what their WSDL does not describe: "
		session = "sessionID is missing; call login and use the sessionID it returns."
		items   = "Items must have at least one item"
		single  = " One item that is no list comes empty too: put it in a list."
	)
	wsdl := s.URL() + "/soap/6.0?wsdl"
	six, object, alone := "a call with six arguments needs "+wsdl, " with sessionID and an object needs "+wsdl+"=request", "one with an object alone "+wsdl+"=document."
	six2, one := lost+six+", "+alone, lost+"a call"+object+", "+alone
	for body, want := range map[string]string{
		"":                                  session + " " + lost + six + ", one with sessionID and an object " + wsdl + "=request.",
		`<sessionID/>`:                      session + " " + six2,
		`<sessionID/><Items/>`:              session + " " + one + single,
		`<Comment/><a>1</a>`:                session + " The call has a instead.",
		`<Comment>C</Comment>`:              session,
		`<sessionID>x</sessionID>`:          "Wrong sessionID: it is not a session of this account; call login and use the sessionID it returns.",
		id:                                  items + ". " + six2,
		id + `<Items/>`:                     items + ". " + one + single,
		id + `<request><Items/></request>`:  items + ". If the client sent items, its library left them out: " + s.URL() + "/soap/6.0 lists which WSDL it needs." + single,
		id + `<Items/><Comment/>`:           items + ". " + one + single,
		id + `<Items/><Comment>C</Comment>`: items + ". If the client sent items, its library left them out: " + s.URL() + "/soap/6.0 lists which WSDL it needs." + single,
		id + `<Lines>1</Lines>`:             items + ". The call has Lines instead.",
		id + `<Comment>C</Comment>`:         items,
		id + `<comment>C</comment><Lines>1</Lines>`: items,
	} {
		if got := post(t, s, `<n:upgradePartnerSubscriptions>`+body+`</n:upgradePartnerSubscriptions>`); got.text != want {
			t.Errorf("%s: got %s, want %s", body, got.text, want)
		}
		if session, _, has := strings.Cut(want, lost); has && strings.HasPrefix(session, "sessionID") {
			if notes := latest(t, s).Notes; len(notes) != 1 || !strings.HasPrefix(notes[0], lost) {
				t.Errorf("%s: got the notes %q", body, notes)
			}
		}
	}
	for body, want := range map[string]string{
		"":                               "merchantCode, date, hash;" + lost + "a call with four arguments needs " + wsdl + ".",
		`<merchantCode>M</merchantCode>`: "date, hash;" + lost + "a call with one object needs " + wsdl + "=document.",
		`<date>D</date>`:                 "merchantCode, hash;",
		`<merchantCode>M</merchantCode><hash>H</hash>`: "date;",
	} {
		missing, guidance, _ := strings.Cut(want, ";")
		want := "login needs " + missing + "; it takes merchantCode, date, hash and algorithm"
		if guidance != "" {
			want += ". " + guidance
		}
		if got := post(t, s, `<n:login>`+body+`</n:login>`); got.text != want {
			t.Errorf("%s: got %s, want %s", body, got.text, want)
		}
	}
}
