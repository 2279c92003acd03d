package control

import (
	"cmp"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzip"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// maxExports is how many exports and bundles are made or sent at once. Each may have
// maxSpooled bytes in memory.
const maxExports = 4

// exportAccount answers all records of an account, from one state of them, compressed for a
// client that accepts gzip. Its head has no time, because two exports of the same records must
// be the same.
func (api *API) exportAccount(c *gin.Context, a *account.Account) (answer, error) {
	format, err := queryWord(c, "format", transfer.Formats()...)
	if err != nil {
		return answer{}, err
	}
	format = cmp.Or(format, transfer.Formats()[0])
	about := transfer.About{Summary: "Export of " + a.Code, PersonalData: a.Document().PersonalData}
	if about.PersonalData {
		about.Summary += ", with the personal data of people"
	}
	export := file{name: a.Code + ".yaml", kind: yamlText}
	if format == transfer.JSON {
		export.name, export.kind = a.Code+".json", jsonType
	}
	write := func(to io.Writer) error {
		zipped, _ := gzip.NewWriterLevel(to, gzip.BestSpeed) // the level is right
		err := a.Shop.View(func(tx commerce.Tx) error {
			return transfer.Write(counter{zipped, &export.size}, format, about, tx)
		})
		if err != nil {
			return err
		}
		return zipped.Close()
	}
	return api.spoolDocument(c.Request.Context(), write, func(w http.ResponseWriter, r *http.Request, s *spool) {
		w.Header().Set("Vary", "Accept-Encoding")
		export.open = s.unzip
		if web.AcceptsGzip(r.Header) {
			w.Header().Set("Content-Encoding", "gzip")
			export.open, export.size = s.reader, s.size
		}
		sendFile(w, r, export)
	})
}

// unzip returns a reader of a document that is compressed.
func (s *spool) unzip() (io.Reader, error) {
	zipped, err := s.reader()
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(zipped)
}

// counter is a writer that counts its bytes.
type counter struct {
	io.Writer
	n *int64
}

func (c counter) Write(text []byte) (int, error) {
	*c.n += int64(len(text))
	return c.Writer.Write(text)
}
