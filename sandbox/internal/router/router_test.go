package router_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/router"
)

// TestRouter calls routes that overlap, with clean and unclean paths.
func TestRouter(t *testing.T) {
	t.Parallel()
	answer := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "%s %q %q %s %s", name, router.Route(r), slices.Collect(router.Values(r)), r.RequestURI, w.Header()["Allow"])
		})
	}
	around := 0
	routes := &router.Router{NotFound: answer("none"), NotAllowed: answer("other"), Around: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			around++
			next.ServeHTTP(w, r)
		})
	}}
	for _, of := range []string{"GET /orders", "GET /orders/", "GET /orders/mine", "GET /orders/{ref}", "PUT /orders/{ref}", "DELETE /orders/{ref}/lines/{n}", "GET /ui/{page...}"} {
		var method, path string
		fmt.Sscan(of, &method, &path)
		routes.Handle(method, path, answer(of))
	}
	served := 0
	for call, want := range map[string]string{
		"GET /orders":               `GET /orders "/orders" [] /orders []`,
		"GET //orders/":             `GET /orders/ "/orders/" [] //orders/ []`,
		"GET /x/../orders/./mine":   `GET /orders/mine "/orders/mine" [] /x/../orders/./mine []`,
		"PUT /orders/mine":          `PUT /orders/{ref} "/orders/{ref}" ["mine"] /orders/mine []`,
		"GET /orders/a%2Fb":         `GET /orders/{ref} "/orders/{ref}" ["a/b"] /orders/a%2Fb []`,
		"GET /orders/%2f":           `GET /orders/{ref} "/orders/{ref}" ["%2F"] /orders/%2f []`,
		"GET /orders/a+b%20c":       `GET /orders/{ref} "/orders/{ref}" ["a+b c"] /orders/a+b%20c []`,
		"DELETE /orders//1/lines/2": `DELETE /orders/{ref}/lines/{n} "/orders/{ref}/lines/{n}" ["1" "2"] /orders//1/lines/2 []`,
		"POST /orders//1":           `other "" [] /orders//1 [GET, PUT]`,
		"DELETE /orders/mine":       `other "" [] /orders/mine [GET, PUT]`,
		"GET /orders/1/lines/2":     `other "" [] /orders/1/lines/2 [DELETE]`,
		"GET /orders/1/":            `none "" [] /orders/1/ []`,
		"GET /":                     `none "" [] / []`,
		"OPTIONS *":                 `none "" [] * []`,
		"GET /ui/a/b":               `GET /ui/{page...} "/ui/{page...}" ["a/b"] /ui/a/b []`,
	} {
		var method, target string
		fmt.Sscan(call, &method, &target)
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequest(method, target, nil))
		if got := w.Body.String(); got != want || w.Code != http.StatusOK {
			t.Errorf("%s: got %d %s, want %s", call, w.Code, got, want)
		}
		served++
	}
	if around != served {
		t.Errorf("got %d around, want %d", around, served)
	}
}
