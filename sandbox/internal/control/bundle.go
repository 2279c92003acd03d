package control

import (
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
)

// zipFile is the media type of a zip.
const zipFile mediaType = "application/zip"

// showBundle answers the bundle of an account.
func (api *API) showBundle(c *gin.Context, a *account.Account) (answer, error) {
	secret, err := queryFlag(c, "secret", false)
	if err != nil {
		return answer{}, err
	}
	save := func(to io.Writer) error {
		return bundle.Save(to, bundle.SaveRequest{
			Account: a, Scenarios: api.Scenarios.Texts(), Version: api.Version, AuthHeaders: api.CredentialHeaders, Secret: secret,
		})
	}
	return api.spoolDocument(c.Request.Context(), save, func(w http.ResponseWriter, r *http.Request, s *spool) {
		sendFile(w, r, file{name: a.Code + ".bundle.zip", kind: zipFile, size: s.size, open: s.reader})
	})
}
