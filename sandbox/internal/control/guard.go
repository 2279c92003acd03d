package control

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// guard rejects writes that a browser sends from another site and, when a token
// is set, requests without it. It logs writes and failures of the sandbox.
type guard struct {
	crossOrigin *http.CrossOriginProtection
	gate        *gate.Gate
	token       [sha256.Size]byte
	required    bool // whether the token is set
	log         *slog.Logger
}

func newGuard(api *API) guard {
	return guard{http.NewCrossOriginProtection(), api.Gate, sha256.Sum256([]byte(api.Token)), api.Token != "", api.Log}
}

// around returns the route behind the guard. The probes are always open, because
// what calls them often cannot send a token.
func (k guard) around(r route) http.HandlerFunc {
	open := isProbe(r.path)
	return func(to http.ResponseWriter, asked *http.Request) {
		var a answer
		err := k.check(asked, open)
		if err == nil {
			a, err = serve(r, asked)
		}
		putOffDeadline(to)
		w := &reported{ResponseWriter: to, status: http.StatusOK}
		write(w, asked, a, err)
		k.report(asked, w.status, err)
	}
}

// putOffDeadline gives an answer its time from now on, because a snapshot of a large
// account, for example, takes longer than the server allows for a call. The deadline
// is a moment of the machine's clock.
func putOffDeadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines has none to move
}

// serve reads the query and calls the handler.
func serve(r route, asked *http.Request) (answer, error) {
	query, err := readQuery(asked.URL.RawQuery, r.query)
	if err != nil && !r.lenient {
		return answer{}, err
	}
	return r.handle(&request{asked, query})
}

// report logs a write, or a failure of the sandbox, in one line. The path has no
// secrets; the body, which may have some, is left out.
func (k guard) report(r *http.Request, status int, err error) {
	line := []slog.Attr{slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status)}
	switch {
	case err != nil && status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled):
		k.log.LogAttrs(r.Context(), slog.LevelError, "control request failed", append(line, slog.Any("error", err))...)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		k.log.LogAttrs(r.Context(), slog.LevelInfo, "control", line...)
	}
}

// reported remembers the status of an answer.
type reported struct {
	http.ResponseWriter
	status int
}

func (r *reported) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (r *reported) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (k guard) check(r *http.Request, open bool) error {
	if err := k.crossOrigin.Check(r); err != nil && !k.gate.Address.IsOwn(r.Header.Get("Origin")) {
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
