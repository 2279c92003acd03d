package web

import (
	"fmt"
	"html"
	"net/http"
	"path"
)

// waitingPage tries again by itself.
const waitingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="1">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>commerce-sandbox starts</title>
<h1>The sandbox starts</h1>
<p>It waits for %s. This page opens when the sandbox is ready.</p>
`

// Waiting answers a request for a page before the sandbox is ready: with 503 and the
// reason for the wait. It returns false for any other path.
func Waiting(w http.ResponseWriter, r *http.Request, what string) bool {
	at := path.Clean(r.URL.Path)
	if at != "/" && !isBelow(at, Base) || isBelow(at, path.Join(Base, assetsFolder)) {
		return false
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = fmt.Fprintf(w, waitingPage, html.EscapeString(what)) // a client that is gone has no use for an error
	return true
}
