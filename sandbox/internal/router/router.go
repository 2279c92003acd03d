// Package router finds the route of a request by its method and path, with
// http.ServeMux. A mux of its own for each method lets the routes of one method
// overlap those of another, and finds the methods that a path has.
//
// A mux redirects a path with double slashes or dots. This router serves such a path
// as the clean one, because clients of the interface send it and follow no redirects;
// the handler sees the address as the client sent it.
//
// The package leaves the answers to a request without a route to its users.
package router

import (
	"iter"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// Router serves requests by their routes. All routes are added before the first
// request.
type Router struct {
	Around     func(http.Handler) http.Handler // around the handler of every request, nil for nothing
	NotFound   http.Handler                    // serves a path that no method has
	NotAllowed http.Handler                    // serves a path that only other methods have; the header Allow has them

	methods []string // in the order of their first routes
	muxes   map[string]*http.ServeMux
}

// Handle adds a route, in the spelling of http.ServeMux without method and host. A path
// that ends in a slash is this path only. It panics when routes of the method contradict each other.
func (t *Router) Handle(method, path string, handler http.Handler) {
	if strings.HasSuffix(path, "/") {
		path += "{$}"
	}
	if t.muxes == nil {
		t.muxes = map[string]*http.ServeMux{}
	}
	if t.muxes[method] == nil {
		t.methods = append(t.methods, method)
		t.muxes[method] = http.NewServeMux()
		t.muxes[method].Handle(rest, t.original(http.HandlerFunc(t.other)))
	}
	t.muxes[method].Handle(path, t.original(handler))
}

// rest is the pattern of all paths that no other pattern matches.
const rest = "/"

// ServeHTTP serves a request by its route.
func (t *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.EscapedPath()
	served := clean(asked)
	if served != asked || r.RequestURI == "*" {
		w = &unclean{w, r}
		r = readdressed(r, served)
	}
	if mux := t.muxes[r.Method]; mux != nil {
		mux.ServeHTTP(w, r)
		return
	}
	t.original(http.HandlerFunc(t.other)).ServeHTTP(w, r)
}

// other serves a path that the method does not have.
func (t *Router) other(w http.ResponseWriter, r *http.Request) {
	r.Pattern = ""
	handler := t.NotFound
	if allowed := t.allowed(r); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		handler = t.NotAllowed
	}
	handler.ServeHTTP(w, r)
}

// allowed returns the methods that the path of a request has.
func (t *Router) allowed(r *http.Request) []string {
	cleaned := readdressed(r, clean(r.URL.EscapedPath()))
	var allowed []string
	for _, method := range t.methods {
		if _, pattern := t.muxes[method].Handler(cleaned); pattern != rest {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// unclean carries a request past the mux whose path the mux would redirect.
type unclean struct {
	http.ResponseWriter
	sent *http.Request
}

// readdressed returns a copy of a request with an escaped path.
func readdressed(r *http.Request, escaped string) *http.Request {
	copied, address := *r, *r.URL
	address.Path, address.RawPath = escaped, ""
	if plain, err := url.PathUnescape(escaped); err == nil {
		address.Path, address.RawPath = plain, escaped
	}
	copied.URL, copied.RequestURI = &address, ""
	return &copied
}

// original returns a handler that sees the address as the client sent it.
func (t *Router) original(handler http.Handler) http.Handler {
	if t.Around != nil {
		handler = t.Around(handler)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Pattern == rest {
			r.Pattern = ""
		}
		if u, ok := w.(*unclean); ok {
			w, r.URL, r.RequestURI = u.ResponseWriter, u.sent.URL, u.sent.RequestURI
		}
		handler.ServeHTTP(w, r)
	})
}

// clean returns an escaped path without double slashes and dots. A slash at its end
// stays. A segment that is an escaped slash is escaped twice, because a mux takes it for the end.
func clean(asked string) string {
	if strings.HasPrefix(asked, "/") && !strings.Contains(asked, "//") && !strings.Contains(asked, "/.") && !strings.Contains(asked, "%") {
		return asked
	}
	cleaned := path.Clean("/" + asked)
	if strings.Contains(cleaned, "%") {
		segments := strings.Split(cleaned, "/")
		for i, segment := range segments {
			if strings.EqualFold(segment, "%2f") {
				segments[i] = "%252F"
			}
		}
		cleaned = strings.Join(segments, "/")
	}
	if strings.HasSuffix(asked, "/") && cleaned != "/" {
		cleaned += "/"
	}
	return cleaned
}

// Route returns the path of a request's route in the spelling of Handle, "" without a
// route.
func Route(r *http.Request) string { return strings.TrimSuffix(r.Pattern, "{$}") }

// Values returns the values of the parameters in a request's path.
func Values(r *http.Request) iter.Seq[string] {
	return func(yield func(string) bool) {
		for segment := range strings.SplitSeq(r.Pattern, "/") {
			name, isParameter := strings.CutPrefix(segment, "{")
			if isParameter && name != "$}" && !yield(r.PathValue(strings.TrimSuffix(strings.TrimSuffix(name, "}"), "..."))) {
				return
			}
		}
	}
}
