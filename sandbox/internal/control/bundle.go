package control

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
)

// BundleFunc writes the bundle of an account.
type BundleFunc func(context.Context, io.Writer, *account.Account, client.BundleOptions) (client.BundleInfo, error)

// zipFile is an answer that is a zip.
const zipFile mediaType = "application/zip"

// showBundle writes the bundle of an account. It makes the whole bundle before it
// answers, so that an answer is complete, and a slow client keeps no transaction open.
func (api *API) showBundle(c *gin.Context, a *account.Account) (answer, error) {
	o := client.BundleOptions{Snapshot: c.Query("snapshot")}
	if text := c.Query("secret"); text != "" {
		var err error
		if o.Secret, err = strconv.ParseBool(text); err != nil {
			return answer{}, badRequest("leave it out for a bundle without the secret", "secret must be true or false, got %q", text)
		}
	}
	end, err := api.takeExport(c.Request.Context()) // because it reads all records too
	if err != nil {
		return answer{}, err
	}
	file, err := os.CreateTemp("", "commerce-sandbox-*.zip")
	if err != nil {
		end()
		return answer{}, noRoom(err)
	}
	_ = os.Remove(file.Name()) // the open file stays readable where the system allows it
	_, err = api.Bundle(c.Request.Context(), untilEnd{c.Request.Context(), file}, a, o)
	if errors.Is(err, account.ErrUnknownSnapshot) {
		err = unknownSnapshot(a, o.Snapshot)
	}
	done := func() {
		_ = removeFile(file) // it has no name any more, or stays in the folder for temporary files
		end()
	}
	if err != nil {
		done()
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		defer done() // behind the last byte, so that slow clients do not fill the disk
		size, err := file.Seek(0, io.SeekEnd)
		if err == nil {
			_, err = file.Seek(0, io.SeekStart)
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		h := w.Header()
		h.Set("Content-Type", string(zipFile))
		h.Set("Content-Disposition", savedAs(a.Code+".bundle.zip"))
		h.Set("Content-Length", strconv.FormatInt(size, 10))
		_, _ = io.Copy(patientWriter{w, http.NewResponseController(w)}, file) // an error means that the client went away, or stopped to read
	}}, nil
}

// removeFile closes and removes a temporary file.
func removeFile(file *os.File) error {
	err := file.Close()
	_ = os.Remove(file.Name()) // it is removed already where the system allows it
	return err
}

// bundleError returns the error of calls that cannot be repeated, or that do not end.
func bundleError(err error) *client.Error {
	var lost *bundle.LostError
	if errors.Is(err, bundle.ErrBusy) {
		return &client.Error{Status: http.StatusServiceUnavailable, Text: err.Error(), Hint: "save it when the calls have ended"}
	}
	if !errors.As(err, &lost) {
		return nil
	}
	return &client.Error{Status: http.StatusConflict, Text: "the calls cannot be repeated: " + lost.Error(), Hint: lost.Hint()}
}
