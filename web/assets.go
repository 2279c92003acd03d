package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// assetsFolder is below Base, liveDigest is the digest of a folder read at each request.
const (
	assetsFolder = "assets"
	liveDigest   = "dev"
)

// tree is the files of one version of the pages.
type tree struct {
	digest string
	assets map[string]*asset // by path, such as app/main.js
	index  indexes
}

// asset is a file, with its compressed form once somebody has asked for it.
type asset struct {
	text   []byte
	etag   string
	zipped func() []byte // nil when that is not smaller
}

// readTree reads all files for browsers.
func readTree(files fs.FS) (*tree, error) {
	t := &tree{assets: map[string]*asset{}}
	whole := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(whole, "%s %d\n%s", name, len(text), text)
		if contentType(name) != "" {
			t.assets[name] = newAsset(text)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	made, err := guideFiles(files)
	if err != nil {
		return nil, err
	}
	if made[styleFile], err = styles(files); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(made)) { // the digest also covers the code that made them
		fmt.Fprintf(whole, "%s %d\n%s", name, len(made[name]), made[name])
		t.assets[name] = newAsset(made[name])
	}
	t.digest = hex.EncodeToString(whole.Sum(nil)[:8])
	return t, nil
}

// styleFile is the style of every page: the files of stylesInOrder in one, because
// each request of a first visit costs as much as two kilobytes.
const (
	styleFile     = "style/all.css"
	stylesInOrder = "tokens base parts lists outcomes sequence frame"
)

// styles returns styleFile.
func styles(files fs.FS) ([]byte, error) {
	var all []byte
	for name := range strings.FieldsSeq(stylesInOrder) {
		text, err := fs.ReadFile(files, "style/"+name+".css")
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return all, nil
}

func newAsset(text []byte) *asset {
	sum := sha256.Sum256(text)
	return &asset{text, hex.EncodeToString(sum[:8]), sync.OnceValue(func() []byte { return compress(text) })}
}

// compress returns the text compressed, nil if it does not shrink.
func compress(text []byte) []byte {
	var out bytes.Buffer
	to, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // fails only for an unknown level
	_, _ = to.Write(text)                                    // a buffer takes everything
	_ = to.Close()
	if out.Len() >= len(text) {
		return nil
	}
	return out.Bytes()
}

// contentType returns the type of a file for browsers, "" for another one.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".webp":
		return "image/webp"
	}
	return ""
}

// serveAsset answers a request for DIGEST/NAME.
func (p *pages) serveAsset(w http.ResponseWriter, r *http.Request, at string) {
	digest, name, _ := strings.Cut(at, "/")
	a, err := p.find(digest, name)
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	if a == nil {
		fail(w, http.StatusNotFound, "unknown file; reload the page, because it may be that of another version")
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentType(name))
	if p.kept == nil {
		h.Set("Cache-Control", "no-store")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(a.text))
		return
	}
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	a.serve(w, r)
}

// find returns an asset, nil when the version has none of the name.
func (p *pages) find(digest, name string) (*asset, error) {
	if p.kept == nil {
		return findLive(p.files, digest, name), nil
	}
	t, err := p.kept()
	if err != nil || digest != t.digest {
		return nil, err
	}
	return t.assets[name], nil
}

// findLive returns a file of a folder, nil when there is none.
func findLive(files fs.FS, digest, name string) *asset {
	if digest != liveDigest || contentType(name) == "" || !fs.ValidPath(name) {
		return nil
	}
	made := map[string][]byte{}
	var err error
	switch {
	case name == styleFile:
		made[name], err = styles(files)
	case path.Dir(name) == guideFolder && path.Ext(name) == ".json":
		made, err = guideFiles(files)
	default:
		made[name], err = fs.ReadFile(files, name)
	}
	if err != nil || made[name] == nil {
		return nil
	}
	return &asset{text: made[name]}
}

// serve answers with the file, compressed for a client that accepts gzip, or with 304 if
// the client has it.
func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h, text, etag := w.Header(), a.text, a.etag
	h.Add("Vary", "Accept-Encoding")
	if AcceptsGzip(r.Header) {
		if zipped := a.zipped(); zipped != nil {
			text, etag = zipped, etag+"-gzip"
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Etag", strconv.Quote(etag))
	h.Set("Content-Length", strconv.Itoa(len(text)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// AcceptsGzip reports whether the header of a request names gzip, or failing that *, with a
// quality above 0.
func AcceptsGzip(head http.Header) bool {
	quality := map[string]float64{}
	for part := range strings.SplitSeq(strings.Join(head.Values("Accept-Encoding"), ","), ",") {
		coding, parameters, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q, err := strconv.ParseFloat(parameters["q"], 64)
		if parameters["q"] == "" {
			q, err = 1, nil
		}
		if err == nil {
			quality[coding] = q
		}
	}
	if q, named := quality["gzip"]; named {
		return q > 0
	}
	return quality["*"] > 0
}
