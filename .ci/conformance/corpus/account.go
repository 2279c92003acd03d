package corpus

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// account is an account of the sandbox for the start of some cases.
type account struct {
	client  *http.Client
	base    string // of the sandbox
	code    string
	secret  string
	clock   string
	session string
}

const snapshot = "start"

// open opens an account of its own for the start.
func open(client *http.Client, base string, h *Header, start Start) (*account, error) {
	a := &account{client: client, base: base, secret: h.Secret, clock: h.Clock}
	var opened struct {
		Code string `json:"vendor_code"`
	}
	if err := a.control("POST", "", settingsOf(h, start), &opened); err != nil {
		return nil, err
	}
	if opened.Code == "" {
		return nil, errors.New("the answer to a new account has no vendor code")
	}
	a.code = opened.Code
	if err := a.seed(h.World); err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}

// settingsOf returns the settings of an account for a start.
func settingsOf(h *Header, start Start) map[string]any {
	settings := map[string]any{"secret": h.Secret, "world": "empty", "clock": h.Clock}
	if start.Answers != nil {
		settings["assume"] = start.Answers
	}
	if start.Features != nil {
		settings["features"] = start.Features
	}
	return settings
}

// seed adds a world, and saves it as the snapshot.
func (a *account) seed(world json.RawMessage) error {
	if err := a.control("POST", "/"+a.code+"/world", world, nil); err != nil {
		return err
	}
	return a.control("PUT", "/"+a.code+"/snapshots/"+snapshot, nil, nil)
}

// reset gives the account its first records again.
func (a *account) reset() error {
	a.session = ""
	return a.control("POST", "/"+a.code+"/reset", map[string]any{"to": snapshot, "keep": []string{"clock", "features", "questions"}}, nil)
}

func (a *account) close() { _ = a.control("DELETE", "/"+a.code, nil, nil) }

// control makes a call of the control interface below the accounts.
func (a *account) control(method, path string, body, answer any) error {
	request, err := a.controlRequest(method, path, body)
	if err != nil {
		return err
	}
	response, given, err := a.do(request)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s of the control interface is answered %d: %.300s", method, request.URL.Path, response.StatusCode, given)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(given, answer)
}

// controlRequest returns the request of control.
func (a *account) controlRequest(method, path string, body any) (*http.Request, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	if body == nil {
		text = nil
	}
	return http.NewRequest(method, a.base+"/_sandbox/accounts"+path, bytes.NewReader(text))
}

// do returns the answer to a request with its body.
func (a *account) do(request *http.Request) (*http.Response, []byte, error) {
	response, err := a.client.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, body, err
}

var digests = map[string]func() hash.Hash{
	"sha256": sha256.New, "SHA256": sha256.New, "md5": md5.New,
	"sha3-256": func() hash.Hash { return sha3.New256() },
}

var place = regexp.MustCompile(`\{(md5|sha256|sha3-256|SHA256|byte) ([^}]*)\}`)

// fill puts the account into a text of a call.
func (a *account) fill(text string) string {
	text = place.ReplaceAllStringFunc(text, func(found string) string {
		parts := place.FindStringSubmatch(found)
		if parts[1] == "byte" {
			one, _ := hex.DecodeString(parts[2])
			return string(one)
		}
		mac := hmac.New(digests[parts[1]], []byte(a.secret))
		fmt.Fprintf(mac, "%d%s%d%s", len(a.code), a.code, len(parts[2]), parts[2])
		sum := hex.EncodeToString(mac.Sum(nil))
		if parts[1] == "SHA256" {
			sum = strings.ToUpper(sum)
		}
		return sum
	})
	if strings.Contains(text, "{session}") {
		text = strings.ReplaceAll(text, "{session}", a.login())
	}
	return strings.ReplaceAll(text, "{code}", a.code)
}

// login returns a session of the account, empty when it gets none.
func (a *account) login() string {
	if a.session == "" {
		date := strings.NewReplacer("T", " ", "Z", "").Replace(a.clock)
		_, body, err := a.send(Call{Method: "POST", Path: "/soap/6.0", Body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><login><merchantCode>{code}</merchantCode><date>` +
			date + `</date><hash>{sha256 ` + date + `}</hash><algorithm>sha256</algorithm></login></e:Body></e:Envelope>`})
		if found := returned.FindSubmatch(body); err == nil && found != nil {
			a.session = string(found[1])
		}
	}
	return a.session
}

var returned = regexp.MustCompile(`<(?:[a-z0-9]+:)?loginReturn[^>]*>([^<]+)<`)

// send makes one call and returns the answer with its body.
func (a *account) send(c Call) (*http.Response, []byte, error) {
	at, err := url.Parse(a.base)
	if err != nil {
		return nil, nil, err
	}
	// Opaque, because the path is sent as the corpus spells it.
	at.Opaque, at.RawQuery = "//"+at.Host+a.fill(c.Path), a.fill(c.Query)
	request := &http.Request{Method: c.Method, URL: at, Host: at.Host, Header: http.Header{}}
	if c.Body != "" {
		body := a.fill(c.Body)
		body += strings.Repeat(" ", max(0, c.Pad-len(body)))
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	}
	for _, h := range c.Headers {
		request.Header[http.CanonicalHeaderKey(h[0])] = append(request.Header[http.CanonicalHeaderKey(h[0])], a.fill(h[1]))
	}
	return a.do(request)
}
