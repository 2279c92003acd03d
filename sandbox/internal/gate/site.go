package gate

import (
	"net/http"
	"net/url"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// CheckSite checks that no browser sent the call from a page of another site, because
// otherwise any page could open accounts in the sandbox of its visitor. Read-only calls
// pass: the page cannot see their answers. Pages of the public URL and of the origins of
// --cors pass too. The protocols make this check before they know the account.
func (g *Gate) CheckSite(entry *journal.Recorder, r *http.Request) error {
	origin := r.Header.Get("Origin")
	if origin == "" && r.Header["Sec-Fetch-Site"] == nil {
		return nil // no browser sent it
	}
	if fromTool(r, origin) || g.Address.IsOwn(origin) || g.CORS.allows(origin) || new(http.CrossOriginProtection).Check(r) == nil {
		return nil
	}
	p := commerce.Problemf(catalog.CrossSite,
		"A browser sent the call from a page of another site; send it from a server, or start the sandbox with --cors and the origin of the page")
	given, field := r.Header.Get("Sec-Fetch-Site"), "Sec-Fetch-Site"
	if given == "" {
		given, field = origin, "Origin"
	}
	return failCheck(entry, "site", p.Of(field, given, "none, as servers send it"))
}

// fromTool reports whether the origin is an application, such as an extension for
// testing interfaces, not a page. Browsers send http, https or null for pages.
func fromTool(r *http.Request, origin string) bool {
	if origin == "" || r.Header.Get("Sec-Fetch-Site") != "" {
		return false
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https"
}
