package control

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/edsrzf/mmap-go"
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// MaxImport is how many bytes an import may have at most, whatever a sandbox allows.
const MaxImport = transfer.MaxParts

// importText is the text of an import. A short one is in memory, a longer one in a mapped
// temporary file, because it then takes no memory of the process.
type importText struct {
	bytes  []byte
	mapped mmap.MMap
	spool  *spool // nil for a text in memory
	end    func() // makes room for another file
}

// maxFiles is how many imports have a temporary file at once, because many clients
// together could fill the disk.
const maxFiles = 4

// readImport reads the text of an import, a long one into a temporary file. The caller closes
// it when no part of it is used any more.
func (api *API) readImport(c *gin.Context) (*importText, error) {
	turn, large := c.Request.Body.(*gate.Turn)
	if !large {
		text, err := bodyTextOf(c, api.MaxImport)
		return &importText{bytes: text}, err
	}
	if c.Request.ContentLength > api.MaxImport {
		return nil, api.importTooLarge()
	}
	end, err := api.importing.take(c.Request.Context())
	if err != nil {
		return nil, err
	}
	text := &importText{spool: &spool{}, end: end}
	deadlines := http.NewResponseController(c.Writer)
	// It needs no turn, because no more than a piece of it is in memory.
	done := gate.EndReads(lifeOf(c), c.Writer)
	err = api.fill(text, patientReader{turn.ReadCloser, deadlines, lifeOf(c)})
	done()
	if err != nil {
		return nil, errors.Join(err, text.close())
	}
	_ = deadlines.SetReadDeadline(time.Time{}) // it would end the call while the records are added
	return text, nil
}

// fill copies a body to the file of a text and maps it.
func (api *API) fill(text *importText, body io.Reader) error {
	length, err := io.Copy(text.spool, io.LimitReader(body, api.MaxImport+1))
	if err == nil {
		err = text.spool.end()
	}
	var full *client.Error
	switch {
	case errors.As(err, &full):
		return err
	case err != nil:
		return badRequest("send it again", "the body ended early: %v", err)
	case length > api.MaxImport:
		return api.importTooLarge()
	case length == 0: // there is no file
		return nil
	}
	text.mapped, err = mmap.Map(text.spool.file, mmap.RDONLY, 0)
	text.bytes = text.mapped
	return err
}

func (api *API) importTooLarge() error {
	return problem(http.StatusRequestEntityTooLarge, "split it, or start the sandbox with a larger --max-import",
		"the body is too large: an import may have at most %d bytes", api.MaxImport)
}

func (t *importText) close() error {
	if t.spool == nil {
		return nil
	}
	defer t.end()
	var unmapped error
	if t.mapped != nil {
		unmapped = t.mapped.Unmap()
	}
	return errors.Join(unmapped, t.spool.remove())
}

// patientReader reads a body of any length, as long as it goes on.
type patientReader struct {
	io.Reader
	deadlines *http.ResponseController
	ctx       context.Context //nolint:containedctx // of the account
}

func (r patientReader) Read(p []byte) (int, error) {
	_ = r.deadlines.SetReadDeadline(clock.System().Add(patience)) // a writer without deadlines has none to move
	if err := context.Cause(r.ctx); err != nil {                  // perhaps ended before the deadline was set
		return 0, err
	}
	return r.Reader.Read(p)
}
