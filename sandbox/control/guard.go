package control

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// guard keeps out what may not use the control interface: writes that a
// browser sends from another site, and, where a token is set, everyone without
// it.
type guard struct {
	crossOrigin *http.CrossOriginProtection
	token       [sha256.Size]byte
	asks        bool
}

func newGuard(token string) guard {
	return guard{http.NewCrossOriginProtection(), sha256.Sum256([]byte(token)), token != ""}
}

// around returns the route behind the guard. The probes are open to everyone:
// who asks them cannot carry a secret.
func (k guard) around(r route) gin.HandlerFunc {
	open := r.path == livePath || r.path == readyPath
	return func(g *gin.Context) {
		if err := k.check(g.Request, open); err != nil {
			write(g, answer{}, err)
			return
		}
		a, err := r.handle(&request{g.Request, g.Params})
		write(g, a, err)
	}
}

func (k guard) check(r *http.Request, open bool) error {
	if err := k.crossOrigin.Check(r); err != nil {
		return refuse(http.StatusForbidden, "send it from the sandbox's own pages, or without a browser", "cross-origin write refused: %v", err)
	}
	if open || !k.asks {
		return nil
	}
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(given))
	if strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], k.token[:]) == 1 {
		return nil
	}
	return refuse(http.StatusUnauthorized, "send the header Authorization: Bearer TOKEN", "the control token is missing or wrong")
}
