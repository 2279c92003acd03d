package gate

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// CORS lets pages of other origins call both protocols. The control interface stays
// closed to them, because any of its answers has secrets.
type CORS struct {
	origins []string // as browsers send them
	any     bool
	headers string // that a page may send
}

// NewCORS returns the CORS of origins such as http://localhost:5173, null for pages
// from files, or * for all; nil for none. A page may send the credential headers.
func NewCORS(origins, credentialHeaders []string) (*CORS, error) {
	if len(origins) == 0 {
		return nil, nil
	}
	c := &CORS{headers: strings.Join(append(slices.Clone(credentialHeaders), "Accept", "Content-Type", "SOAPAction", scenario.HeaderName, PreviewHeader, "traceparent", "tracestate"), ", ")}
	for _, given := range origins {
		if given == "*" {
			c.any = true
			continue
		}
		origin, err := parseOrigin(given)
		if err != nil {
			return nil, err
		}
		c.origins = append(c.origins, origin)
	}
	return c, nil
}

// parseOrigin returns an origin as browsers send it: in lower case, without the default
// port of the scheme.
func parseOrigin(text string) (string, error) {
	if text == "null" {
		return text, nil
	}
	u, err := url.Parse(strings.ToLower(text))
	if err != nil || u.Scheme == "" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Contains(u.Host, "*") {
		return "", fmt.Errorf("must be an origin such as http://localhost:5173, null or *, got %q", text)
	}
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		u.Host = u.Host[:strings.LastIndexByte(u.Host, ':')]
	}
	return u.Scheme + "://" + u.Host, nil
}

// allows reports whether pages of an origin may call the protocols.
func (c *CORS) allows(origin string) bool {
	return c != nil && origin != "" && (c.any || slices.Contains(c.origins, origin))
}

// What a page may read of an answer, the methods it may call, and the seconds for which
// a browser remembers both.
const (
	exposedHeaders = "Date, Location, Retry-After, X-Sandbox-Assumption, X-Sandbox-Discarded, X-Sandbox-Explain, X-Sandbox-Preview, X-Sandbox-Request, X-Sandbox-Scenario"
	crossMethods   = "GET, HEAD, POST, PUT, PATCH, DELETE"
	crossAge       = "600"
)

// Serve sets the headers of an answer to a page of an allowed origin, whatever the
// answer is. It answers a preflight itself and returns true: a preflight is a question
// of the browser, so it has no credentials, no journal entry and no scenario.
func (c *CORS) Serve(w http.ResponseWriter, r *http.Request) bool {
	if c == nil {
		return false
	}
	h := w.Header()
	if !c.any {
		h.Add("Vary", "Origin")
	}
	origin := r.Header.Get("Origin")
	if !c.allows(origin) {
		return false
	}
	if c.any {
		origin = "*"
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", exposedHeaders)
		return false
	}
	h.Set("Access-Control-Allow-Methods", crossMethods)
	h.Set("Access-Control-Allow-Headers", c.headers)
	h.Set("Access-Control-Max-Age", crossAge)
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}
