package control

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// guard rejects writes that a browser sends from another site and, when a token
// is set, requests without it.
type guard struct {
	crossOrigin *http.CrossOriginProtection
	token       [sha256.Size]byte
	required    bool // whether the token is set
}

func newGuard(token string) guard {
	return guard{http.NewCrossOriginProtection(), sha256.Sum256([]byte(token)), token != ""}
}

// around returns the route behind the guard. The probes are always open, because
// what calls them often cannot send a token.
func (k guard) around(r route) gin.HandlerFunc {
	open := isProbe(r.path)
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
		return problem(http.StatusForbidden, "send it from the pages of the sandbox, or without a browser", "a browser sent the write from another site: %v", err)
	}
	if open || !k.required {
		return nil
	}
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(given))
	if strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], k.token[:]) == 1 {
		return nil
	}
	return problem(http.StatusUnauthorized, "send the header Authorization: Bearer TOKEN", "the control token is missing or wrong")
}
