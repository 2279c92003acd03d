package control

import (
	"context"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
)

// zipFile is the media type of a zip.
const zipFile mediaType = "application/zip"

// showBundle writes the bundle of an account. It makes the whole bundle before it
// answers, so that an answer is complete, and a slow client keeps no transaction open.
func (api *API) showBundle(c *gin.Context, a *account.Account) (answer, error) {
	secret, err := queryFlag(c, "secret")
	if err != nil {
		return answer{}, err
	}
	end, err := api.takeExport(c.Request.Context()) // because it reads all records too
	if err != nil {
		return answer{}, err
	}
	file, err := api.makeBundle(c.Request.Context(), a, secret)
	if err != nil {
		end()
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		defer end() // behind the last byte, when the file is gone: slow clients do not fill the disk
		defer removeTemporary(file)
		sendBundle(w, file, a.Code)
	}}, nil
}

// makeBundle writes the bundle of an account to a temporary file.
func (api *API) makeBundle(ctx context.Context, a *account.Account, secret bool) (*os.File, error) {
	file, err := createTemporary("", "commerce-sandbox-*.zip")
	if err != nil {
		return nil, err
	}
	err = bundle.Save(untilEnd{ctx, file}, bundle.SaveRequest{
		Account: a, Scenarios: api.Scenarios.Texts(), Version: api.Version, AuthHeaders: api.CredentialHeaders, Secret: secret,
	})
	if err != nil {
		_ = removeTemporary(file) // it has no name any more, or stays in the folder for temporary files
		return nil, err
	}
	return file, nil
}

// sendBundle sends a bundle with its length.
func sendBundle(w http.ResponseWriter, file *os.File, code string) {
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	h := w.Header()
	h.Set("Content-Type", string(zipFile))
	h.Set("Content-Disposition", savedAs(code+".bundle.zip"))
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	_, _ = io.Copy(patientWriter{w, http.NewResponseController(w)}, file) // an error means that the client went away, or stopped to read
}
