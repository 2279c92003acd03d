package control

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// showCertificate shows the self-signed certificate. It is public: every client
// gets it when it connects.
func (api *API) showCertificate(*gin.Context) (answer, error) {
	if api.Certificate == nil {
		return answer{}, problem(http.StatusNotFound, "start the sandbox with --tls self-signed", "the sandbox has no self-signed certificate")
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-pem-file")
		_, _ = w.Write(api.Certificate) // an error means that the client went away
	}}, nil
}
