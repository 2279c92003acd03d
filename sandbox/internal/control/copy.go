package control

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// callFormats are the formats of one call: its explanation, the command and the programs that
// repeat it, and the tests that repeat it and expect the same answer.
func callFormats() []client.Format {
	formats := []client.Format{client.AsJSON, client.AsText, "curl", "node", "php", "python"}
	for _, name := range transcript.Frameworks() {
		formats = append(formats, client.Format(name))
	}
	return formats
}

// likeCurl is the hint of a call that curl can repeat, and no program.
const likeCurl = "format=curl repeats the call as it was"

// copyOf returns a call as a program or a test in a format. shown is the entry to show, with
// or without its secrets; the tests have none.
func (api *API) copyOf(c *gin.Context, e *journal.Entry, shown client.Entry, format client.Format) (string, error) {
	hasBody := len(e.Request.Body) > 0
	switch {
	case e.Protocol == "":
		return "", conflict("format=text explains it", "call %s is no request that can be repeated", e.ID)
	case format == "curl":
		return transcript.Repeat(shown, api.repeatAt(c)) + "\n", nil
	case e.Request.Truncated || !utf8.Valid(e.Request.Body):
		return "", conflict("copy a call with a shorter body of text", "only a part of the body of call %s was kept, or it is no text", e.ID)
	case !slices.Contains(methods, e.Request.Method) || hasBody && (e.Request.Method == http.MethodGet || e.Request.Method == http.MethodHead):
		return "", conflict(likeCurl, "most clients cannot send call %s: its method is %s, and its body has %d bytes", e.ID, e.Request.Method, len(e.Request.Body))
	}
	a, _ := api.Registry.FindAt(conn.AccountOfPort(c.Request.Context()), e.Account)
	if slices.Contains(transcript.Frameworks(), string(format)) {
		return api.testOf(e, a, string(format))
	}
	return api.programOf(c, a, &shown, format)
}

// programOf returns a call as a program with the secret of its account, unless the query masks it.
func (api *API) programOf(c *gin.Context, a *account.Account, e *client.Entry, format client.Format) (string, error) {
	if a == nil {
		return "", conflict(likeCurl, "call %s has no account whose secret signs it", e.ID)
	}
	before, after, err := sessionIn(e)
	if err != nil {
		return "", err
	}
	settings := *a.Settings()
	if masked, _ := queryFlag(c, "masked", false); masked {
		settings.Secret = "…"
	}
	call, err := api.snippetOf(c, client.SignRequest{Protocol: e.Protocol}, &settings)
	if err == nil && e.Protocol == client.REST {
		var below string
		below, err = api.belowBase(e)
		call.Method, call.Target, call.Body = e.Request.Method, api.REST+escapePath(below), string(e.Request.Body)
	}
	if err != nil {
		return "", err
	}
	call.Code, call.Before, call.After = a.Code, before, after
	return call.In(string(format)), nil
}

// belowBase returns path and query of a REST call below the base. Clients resolve the segments
// . and .. of a path, so a call with one has none that they would send.
func (api *API) belowBase(e *client.Entry) (string, error) {
	below, found := strings.CutPrefix(e.Request.URI, api.REST)
	path, _, _ := strings.Cut(below, "?")
	if !found || !strings.HasPrefix(below, "/") || slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "." || s == ".." }) {
		return "", conflict(likeCurl, "the address of call %s is not a plain path below %s", e.ID, api.REST)
	}
	return below, nil
}

// sessionIn returns the envelope of a SOAP call around its session. A login has none, and
// neither has a call of REST.
func sessionIn(e *client.Entry) (before, after string, err error) {
	if e.Protocol == client.REST || e.Operation == "login" {
		return "", "", nil
	}
	before, after, found := transcript.AroundSession(string(e.Request.Body))
	if !found {
		return "", "", conflict(likeCurl, "call %s is neither one of REST, nor a SOAP login, nor has it a session", e.ID)
	}
	return before, after, nil
}

// unasked are the checks of what a test does by itself, so that it cannot fail one of them. Its
// account has every feature.
var unasked = []string{"account", "accept", "credential", "feature", "request", "session"}

// testOf returns a call as a test of a framework. It has nothing but the masked entry. An account
// that is gone has no handles.
func (api *API) testOf(e *journal.Entry, a *account.Account, framework string) (string, error) {
	masked := e.View()
	cannot := func(why string) (string, error) {
		return "", conflict("choose a call that was answered, or refused for what it asks", "call %s cannot be a test: %s", e.ID, why)
	}
	failed := slices.IndexFunc(e.Checks, func(check client.Check) bool { return !check.Passed && slices.Contains(unasked, check.Name) })
	scenarios := e.Scenarios.List()
	switch own := slices.IndexFunc(scenarios, func(name string) bool { return api.Scenarios.Source(name) == "" }); {
	case own >= 0:
		return cannot("scenario " + scenarios[own] + ", which affected it, is of its account alone or gone")
	case failed >= 0 && len(scenarios) == 0:
		return cannot("it failed the check " + e.Checks[failed].Name + ", which a test passes by itself")
	case e.Operation == "" || !e.IsCall():
		return cannot("it is of no operation")
	case e.Response.Status == 0:
		return cannot("it got no answer")
	}
	ids, err := idsOf(a)
	if err != nil {
		return "", err
	}
	before, after, err := sessionIn(masked)
	if err != nil {
		return "", err
	}
	t := transcript.Test{
		Operation: e.Operation, Status: e.Response.Status, Code: e.Response.Code, Scenarios: scenarios,
		InBody: e.Response.Code != "" && bytes.Contains(e.Response.Body, []byte(e.Response.Code)),
		Header: api.SigningHeader, Method: e.Request.Method, Login: e.Operation == "login",
		Before: transcript.PartsOf(before, ids), After: transcript.PartsOf(after, ids),
	}
	if e.Protocol == client.REST {
		below, err := api.belowBase(masked)
		if err != nil {
			return "", err
		}
		t.Target, t.Body = transcript.PartsOf(escapePath(below), ids), transcript.PartsOf(string(masked.Request.Body), ids)
	}
	return t.In(framework), nil
}

// idsOf returns the parts for the ids that the handles of an account name, but for codes of products
// and partners, which are the same in each account of a world.
func idsOf(a *account.Account) (map[string]transcript.Part, error) {
	ids := map[string]transcript.Part{}
	if a == nil {
		return ids, nil
	}
	handles, err := handlesIn(a)
	for _, handle := range slices.Sorted(maps.Keys(handles)) {
		named := handles[handle].IDs
		for _, name := range slices.Sorted(maps.Keys(named)) {
			id := named[name]
			if _, taken := ids[id]; !taken && name != catalog.NamesProduct && name != "PartnerCode" && name != "UpgradeProductCode" {
				ids[id] = transcript.Part{Handle: handle, ID: name}
			}
		}
	}
	return ids, err
}
