package control

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"sync"
	"time"
)

// cached is the JSON of an answer that seldom changes. A client with a copy sends its ETag
// and gets 304.
type cached struct {
	text []byte
	tag  string
}

// ServeHTTP writes the answer, or 304 if the client has it already.
func (k *cached) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("ETag", k.tag)
	w.Header().Set("Cache-Control", "no-cache") // a client asks each time whether it changed
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(k.text))
}

// maxCached is how many answers are kept. More than these exist only when accounts
// have many different settings, or clients many names for the sandbox.
const maxCached = 32

// etagCache keeps answers by what they depend on.
type etagCache struct {
	mu    sync.Mutex
	kept  map[any]*cached
	built int // answers made, for tests
}

// answer returns the answer for a key, a comparable value of a type of its own. It makes
// a missing answer while others wait.
func (k *etagCache) answer(key any, build func() (any, error)) (answer, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if found := k.kept[key]; found != nil {
		return ok(found), nil
	}
	body, err := build()
	if err != nil {
		return answer{}, err
	}
	made, err := keep(body)
	if err != nil {
		return answer{}, err
	}
	if k.kept == nil || len(k.kept) >= maxCached {
		k.kept = map[any]*cached{}
	}
	k.kept[key] = made
	k.built++
	return ok(made), nil
}

// keep returns the JSON of a body with its tag.
func keep(body any) (*cached, error) {
	text, err := encode(body)
	sum := sha256.Sum256(text)
	return &cached{text, `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}, err // weak, because compression does not change it
}
