package control

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// signCall signs a call of the account. The account's own settings decide which
// algorithm and date it accepts; active scenarios may decide otherwise for the
// call itself.
func (api *API) signCall(c *gin.Context, a *account.Account) (answer, error) {
	asked := client.SignRequest{}
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	settings := *a.Settings()
	settings.Secret = cmp.Or(asked.Secret, settings.Secret)
	if len(asked.Code)+len(asked.Secret) > maxPath {
		return answer{}, badRequest("leave them out for those of the account", "code and secret must have at most %d bytes together", maxPath)
	}
	call, err := api.snippetOf(c, asked, &settings)
	if err != nil {
		return answer{}, err
	}
	call.Code = cmp.Or(asked.Code, a.Code)
	date := api.signingMoment(a)
	if asked.At != "" {
		if date, err = clock.ParseMoment(asked.At); err != nil {
			return answer{}, badRequest(momentHint, "at: %v", err)
		}
		call.Date = dateText(date)
	}
	return ok(api.signAt(a, call, date)), nil
}

const momentHint = "leave it out for the present time"

func dateText(t time.Time) string { return t.UTC().Format(time.DateTime) }

// signingMoment returns the date that the account accepts for the longest time: the
// moment of a frozen clock, otherwise the wall's time, because a date near either is
// accepted.
func (api *API) signingMoment(a *account.Account) time.Time {
	if a.Clock.State().Mode == clock.Frozen {
		return a.Clock.Now()
	}
	return api.Gate.Wall()
}

// signAt signs a call at a date, and shows how.
func (api *API) signAt(a *account.Account, call transcript.Call, date time.Time) client.SignedCall {
	isOwn := call.Code == a.Code && call.Secret == a.Settings().Secret
	claim := credential.Claim{Code: call.Code, Date: dateText(date), Algo: call.Algorithm}
	claim.Hash = credential.Sign(credential.Algorithm(claim.Algo), claim.Code, claim.Date, call.Secret)
	signed := client.SignedCall{
		Method: call.Method, URL: call.URL(), Signed: credential.SignedString(claim.Code, claim.Date), Hash: claim.Hash,
		Steps: signingSteps(claim, call.Secret), Insecure: call.Insecure, Snippets: snippetsOf(call),
	}
	if call.Login {
		signed.Envelope = transcript.Envelope(claim.Code, claim.Date, claim.Hash, claim.Algo)
	} else {
		signed.Header = &client.Field{Name: call.Header, Value: credential.Header(claim.Code, claim.Date, call.Secret, credential.Algorithm(claim.Algo))}
	}
	if call.Login && isOwn {
		signed.Session = credential.IssueSession(credential.Session{Code: a.Code, Issued: a.Clock.Now(), Epoch: a.Settings().Epoch}, call.Secret)
	}
	if _, err := api.Gate.Diagnose(gate.Diagnosed{Claim: claim}); err != nil {
		signed.Message = err.Error()
		return signed
	}
	signed.Accepted = true
	if isOwn {
		signed.Expires = api.expiry(a, date.Truncate(time.Second))
	}
	return signed
}

// expiry returns when the account stops accepting a date that it accepts now, on the
// wall's clock; nil for never, while its clock and its settings stay.
func (api *API) expiry(a *account.Account, date time.Time) *time.Time {
	skew, state := a.Settings().Skew, a.Clock.State()
	isNear := func(moment time.Time) bool { return date.Sub(moment).Abs() <= skew }
	if skew == credential.AnyDate || state.Mode == clock.Frozen && isNear(state.At) {
		return nil
	}
	ends := date.Add(skew)
	if byAccount := ends.Add(-state.Offset); isNear(a.Clock.Now()) && (byAccount.After(ends) || !isNear(api.Gate.Wall())) {
		ends = byAccount
	}
	return &ends
}

// signingSteps explain how the hash is made (section 5, open question
// hash-recipe). They do not show the secret.
func signingSteps(claim credential.Claim, secret string) []client.Line {
	return []client.Line{
		{Key: "code", Value: fmt.Sprintf("%q, %d bytes", claim.Code, len(claim.Code))},
		{Key: "date", Value: fmt.Sprintf("%q, %d bytes, GMT", claim.Date, len(claim.Date))},
		{Key: "signed", Value: credential.SignedString(claim.Code, claim.Date) + " (length of the code, code, length of the date, date; lengths in bytes)"},
		{Key: "key", Value: fmt.Sprintf("the secret, %d bytes", len(secret))},
		{Key: "algorithm", Value: claim.Algo + ", as HMAC"},
		{Key: "hash", Value: claim.Hash + " (hex)"},
	}
}

func snippetsOf(c transcript.Call) client.Snippets {
	return client.Snippets{Curl: c.In("curl"), PHP: c.In("php"), Python: c.In("python"), Node: c.In("node")}
}

// snippetOf returns the call of a request, as its snippets make it.
func (api *API) snippetOf(c *gin.Context, asked client.SignRequest, s *account.Settings) (transcript.Call, error) {
	algorithm := cmp.Or(s.Algorithm, credential.SHA256)
	if asked.Algorithm != "" {
		var err error
		if algorithm, err = credential.ParseAlgorithm(asked.Algorithm); err != nil {
			return transcript.Call{}, badRequest("leave it out for the one that the account accepts", "%v", err)
		}
	}
	origin := api.origin(c)
	call := transcript.Call{Address: origin, Secret: s.Secret, Algorithm: string(algorithm), Insecure: api.isInsecure(c)}
	switch asked.Protocol {
	case client.SOAP:
		if asked.Method != "" || asked.Path != "" || asked.Body != "" {
			return call, badRequest("leave them out, or sign a call of protocol rest", "method, path and body belong to calls of REST; of SOAP only the login is signed")
		}
		call.Login, call.Method, call.Target = true, "POST", api.SOAP
		return call, nil
	case "", client.REST:
		return api.restCallOf(call, asked)
	}
	return call, unknownValue("protocol", asked.Protocol, []string{client.REST, client.SOAP})
}

// isInsecure reports whether clients must accept a self-signed certificate at the
// address of the protocols. A proxy has a certificate of its own.
func (api *API) isInsecure(c *gin.Context) bool {
	return api.Certificate != nil && api.Gate.Address.IsDirect(c.Request)
}

// repeatAt returns where commands repeat calls.
func (api *API) repeatAt(c *gin.Context) transcript.Target {
	origin := api.origin(c)
	return transcript.Target{URL: origin, Insecure: api.isInsecure(c), Control: api.controlAddress(c), CredentialHeaders: api.CredentialHeaders}
}

// methods are those that a client in any language can call.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// maxPath is the longest path to sign, in bytes: as much as servers read.
const maxPath = 8 << 10

func (api *API) restCallOf(call transcript.Call, asked client.SignRequest) (transcript.Call, error) {
	call.Method, call.Body, call.Header = strings.ToUpper(cmp.Or(asked.Method, "GET")), asked.Body, api.SigningHeader
	path := cmp.Or(asked.Path, "/orders/")
	segments, _, _ := strings.Cut(path, "?")
	below, hasBase := client.BelowBase(path, api.REST)
	_, isSOAP := client.BelowBase(path, api.SOAP)
	switch {
	case !slices.Contains(methods, call.Method):
		return call, unknownValue("method", asked.Method, methods)
	case isSOAP:
		return call, badRequest(`write "protocol": "soap" without path, for the login`, "path must not have the SOAP address %s, because a call of REST is signed, got %.80q", api.SOAP, path)
	case hasBase && len(path) <= maxPath:
		return call, badRequest(fmt.Sprintf("write %.80q", below), "path must not have the REST base %s, which is added, got %.80q", api.REST, path)
	case path[0] != '/' || len(path) > maxPath:
		return call, badRequest("such as /orders/?Limit=2", "path must begin with a slash and have at most %d bytes, got %.80q", maxPath, path)
	case slices.ContainsFunc(strings.Split(segments, "/"), func(s string) bool { return s == "." || s == ".." }):
		return call, badRequest("write the path without them", "path must have no segment . or .., because clients resolve them, got %.80q", path)
	case call.Body != "" && (call.Method == "GET" || call.Method == "HEAD"):
		return call, badRequest("leave body out", "a call with %s has no body", call.Method)
	}
	call.Target = api.REST + escapePath(path)
	return call, nil
}

// escapePath percent-encodes every byte of a path and its query that a URL must not have. It
// leaves encoded bytes alone, and encodes brackets because curl gives them a meaning.
func escapePath(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c <= ' ' || c > '~' || strings.IndexByte("\"'<>\\^`{|}[]#", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
