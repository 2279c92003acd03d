package sandbox

import (
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// mountPages adds the pages, and the way to them from /.
func (s *Sandbox) mountPages(engine *gin.Engine) {
	handler := gin.WrapH(s.pages)
	for _, at := range []string{"/", web.Base, web.Base + "/*page"} {
		engine.Any(at, handler)
	}
}

// hardened gives every answer below the pages their headers, also one that no
// page makes, such as that to a foreign host.
func (s *Sandbox) hardened(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isPage(r) {
			web.Harden(w.Header(), r)
		}
		next.ServeHTTP(w, r)
	})
}

// isPage reports whether the path of a request is that of the pages or below it.
func isPage(r *http.Request) bool { return strings.HasPrefix(path.Clean(r.URL.Path)+"/", web.Base+"/") }
