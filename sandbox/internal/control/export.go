package control

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// maxExports is how many exports are made or sent at once. Each may have
// mostSpooled bytes in memory.
const maxExports = 4

// exportAccount answers all records of an account, from one state of them. It makes the
// whole document before it sends the first byte, because a slow reader would otherwise
// keep the state in the data file alive, and a failure could not be an answer.
func (api *API) exportAccount(c *gin.Context, a *account.Account) (answer, error) {
	format, err := exportFormat(c.Query("format"))
	if err != nil {
		return answer{}, err
	}
	end, err := api.takeExport(c.Request.Context())
	if err != nil {
		return answer{}, err
	}
	document, err := api.makeExport(c.Request.Context(), a, format)
	if err != nil {
		end()
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, r *http.Request) {
		defer end() // behind the last byte, when the file is gone: slow clients do not fill the disk
		defer api.removeSpool(document)
		sendExport(w, r, document, format, a.Code)
	}}, nil
}

// makeExport writes all records of an account, from one state of them. Its head has no time,
// because two exports of the same records must be the same.
func (api *API) makeExport(ctx context.Context, a *account.Account, format transfer.Format) (*spool, error) {
	about := transfer.About{Summary: "Export of " + a.Code, PersonalData: a.Document().PersonalData}
	if about.PersonalData {
		about.Summary += ", with the personal data of people"
	}
	document := newSpool()
	err := a.Shop.View(func(tx commerce.Tx) error {
		return transfer.Write(untilEnd{ctx, document}, format, about, tx)
	})
	if err == nil {
		err = document.end()
	}
	if err != nil {
		api.removeSpool(document)
		return nil, err
	}
	return document, nil
}

func (api *API) removeSpool(document *spool) {
	if err := document.remove(); err != nil {
		api.Log.Warn("cannot remove the temporary file of an export", slog.Any("error", err))
	}
}

// exportFormat returns the format of a name, the default one of "".
func exportFormat(name string) (transfer.Format, error) {
	var known []string
	for _, f := range transfer.Formats() {
		if name == "" || name == string(f) {
			return f, nil
		}
		known = append(known, string(f))
	}
	return "", unknownValue("format", name, known)
}

// takeExport is takeRead for an export.
func (api *API) takeExport(ctx context.Context) (end func(), err error) {
	return take(ctx, api.exporting, problem(http.StatusServiceUnavailable, "send it again when an export has ended",
		"the sandbox makes and sends at most %d exports at once, and had no room for this one in %s", maxExports, maxTurn))
}

// untilEnd is a writer that fails after the end of its context.
type untilEnd struct {
	ctx context.Context
	to  io.Writer
}

func (w untilEnd) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(text)
}

// sendExport sends a document with its length, so that a reader can see whether it got
// all of it.
func sendExport(w http.ResponseWriter, r *http.Request, document *spool, format transfer.Format, code string) {
	head := w.Header()
	kind, ending := "application/yaml", "yaml"
	if format == transfer.JSON {
		kind, ending = jsonType, "json"
	}
	head.Set("Content-Type", kind)
	head.Set("Content-Disposition", savedAs(code+"."+ending))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Vary", "Accept-Encoding")
	read, length := document.plain, document.length
	if acceptsGzip(r.Header) {
		head.Set("Content-Encoding", "gzip")
		read, length = document.compressedReader, document.size
	}
	head.Set("Content-Length", strconv.FormatInt(length, 10))
	content, err := read()
	if err != nil || r.Method == http.MethodHead {
		return
	}
	// An error means that the reader left or stopped reading. The server then closes the
	// connection, because the answer is shorter than its length.
	_, _ = io.Copy(patientWriter{w, http.NewResponseController(w)}, content)
}

// acceptsGzip reports whether a client names gzip among its encodings.
func acceptsGzip(head http.Header) bool {
	for _, encoding := range strings.Split(head.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(encoding), ";")
		quality := strings.TrimSpace(parameters)
		if strings.EqualFold(strings.TrimSpace(name), "gzip") && quality != "q=0" && !strings.HasPrefix(quality, "q=0.0") {
			return true
		}
	}
	return false
}

// patientWriter gives the reader some time for each piece, however long all takes.
type patientWriter struct {
	to      io.Writer
	control *http.ResponseController
}

func (w patientWriter) Write(piece []byte) (int, error) {
	_ = w.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits forever
	return w.to.Write(piece)
}
