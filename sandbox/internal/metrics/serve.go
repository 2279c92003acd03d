package metrics

import (
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// ServeHTTP serves the counts in the text format of Prometheus, version 0.0.4, or in
// another of its formats on request.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.served.ServeHTTP(unescaped{w}, r)
}

// handler serves a registry. Package control compresses its answers.
func handler(registry *prometheus.Registry) http.Handler {
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true, DisableCompression: true})
}

// unescaped leaves out of the media type how names are escaped, because no name here
// needs an escape and scrapers of old compare the type as a whole.
type unescaped struct{ http.ResponseWriter }

// Write implements io.Writer.
func (w unescaped) Write(text []byte) (int, error) {
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), "; escaping=")
	w.Header().Set("Content-Type", kind)
	return w.ResponseWriter.Write(text)
}
