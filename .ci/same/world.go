package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// world is what the first program says about itself, for calls to be made of.
type world struct {
	routes     []route                      // of the control interface
	recorded   []string                     // requests of the recorded exchanges, with placeholders
	handles    map[string]map[string]string // ids by handle and by their names
	ids        []string                     // of all handles
	scenarios  []string                     // those that take no time, and codes of failures
	operations []string
	answers    []string            // to questions, as ID=ANSWER
	lists      map[string][]string // ids by the path of their list
	session    string
	now        time.Time // on the clock of the first account
}

type route struct {
	Method, Path string
	Query        []struct{ Name string }
}

const (
	control = "/_sandbox/"
	demo    = control + "accounts/DEMO/"
	secret  = "demo-secret"
)

// get makes a GET to both programs and reads the JSON of the answer.
func (p *pair) get(path string, into any) {
	a := p.call(&call{label: "GET " + path, method: "GET", target: path})
	if err := json.Unmarshal(a.body, into); err != nil && p.err == nil {
		p.err = fmt.Errorf("GET %s: %w", path, err)
	}
}

// learn asks the programs for all that calls are made of.
func (p *pair) learn() (*world, error) {
	w := &world{}
	var table struct{ Routes []route }
	var catalog struct {
		Operations []struct{ ID string }
		Codes      []string
	}
	var library struct{ Scenarios []struct{ Name string } }
	var open struct {
		Questions []struct {
			ID      string
			Choices []struct{ Answer string }
		}
	}
	var about struct{ Instance string }
	p.get(control, &table)
	for _, q := range p.programs {
		path := control + "about"
		a, err := q.exchange(&call{method: "GET"}, "GET "+path+" HTTP/1.1\r\n"+host+"\r\n\r\n")
		if err == nil {
			err = json.Unmarshal(a.body, &about)
		}
		if err != nil {
			return nil, fmt.Errorf("GET %s: %w", path, err)
		}
		q.instance = about.Instance
	}
	p.get(control+"catalog", &catalog)
	p.get(control+"scenarios", &library)
	p.get(control+"questions", &open)
	p.get(demo+"handles", &w.handles)
	w.routes, w.scenarios = table.Routes, catalog.Codes
	for _, o := range catalog.Operations {
		w.operations = append(w.operations, o.ID)
		var described struct{ Exchanges []struct{ Text string } }
		p.get(control+"operations/"+o.ID, &described)
		for _, e := range described.Exchanges {
			w.recorded = append(w.recorded, requests(e.Text)...)
		}
	}
	for _, s := range library.Scenarios {
		var shown struct{ YAML string }
		p.get(control+"scenarios/"+s.Name, &shown)
		if !strings.Contains(shown.YAML, "delay") && !strings.Contains(shown.YAML, "drip") {
			w.scenarios = append(w.scenarios, s.Name)
		}
	}
	for _, q := range open.Questions {
		for _, c := range q.Choices {
			w.answers = append(w.answers, q.ID+"="+c.Answer)
		}
	}
	for _, handle := range slices.Sorted(maps.Keys(w.handles)) {
		ids := w.handles[handle]
		for _, name := range slices.Sorted(maps.Keys(ids)) {
			if name != "kind" {
				w.ids = append(w.ids, ids[name])
			}
		}
	}
	p.readClock(w)
	p.restore(w)
	return w, p.err
}

// requests returns the requests of a recorded exchange.
func requests(exchange string) []string {
	var found []string
	for step := range strings.SplitSeq(exchange, "\n###\n") {
		for strings.HasPrefix(step, "#") || strings.HasPrefix(step, "\n") {
			_, step, _ = strings.Cut(step, "\n")
		}
		request, _, _ := strings.Cut(step, "\n\nHTTP/1.1 ")
		found = append(found, request)
	}
	return found
}

var (
	created  = regexp.MustCompile(`^\{"Code":"([0-9a-f-]{36})"`)
	loggedIn = regexp.MustCompile(`<loginReturn>([^<]+)<`)
)

// learnFrom remembers the ids that an answer gave.
func (w *world) learnFrom(a answer) {
	if found := created.FindSubmatch(a.body); found != nil && a.code == 201 {
		w.ids = append(w.ids, string(found[1]))
	}
	w.session = cmp.Or(a.session(), w.session)
}

// session returns the session of DEMO that an answer gave, "" for none.
func (a answer) session() string {
	if found := loggedIn.FindSubmatch(a.body); found != nil && strings.HasPrefix(string(found[1]), "REVNTw.") {
		return string(found[1])
	}
	return ""
}

func (p *pair) readClock(w *world) {
	var clock struct{ Now time.Time }
	p.get(demo+"clock", &clock)
	w.now = clock.Now
}

// digests are the algorithms of a credential by their names.
var digests = map[string]func() hash.Hash{
	"sha256": sha256.New, "md5": md5.New, "sha3-256": func() hash.Hash { return sha3.New256() },
}

// sign returns the hash of a vendor code and a date (section 5).
func sign(code, date, algorithm string) string {
	mac := hmac.New(digests[algorithm], []byte(secret))
	fmt.Fprintf(mac, "%d%s%d%s", len(code), code, len(date), date)
	return hex.EncodeToString(mac.Sum(nil))
}

func credential(code, date, algorithm string) string {
	return fmt.Sprintf(`code="%s" date="%s" hash="%s" algo="%s"`, code, date, sign(code, date, algorithm), algorithm)
}

var placeholder = regexp.MustCompile(`\{\{([^} ]+) ?([^}]*)\}\}`)

// fill replaces the placeholders of a recorded request, as package sandbox describes
// them beside the type story of its tests.
func (w *world) fill(text string) string {
	date := w.now.UTC().Format(time.DateTime)
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		parts := placeholder.FindStringSubmatch(found)
		name, argument := parts[1], parts[2]
		algorithm := "sha256"
		if digests[argument] != nil {
			algorithm = argument
		}
		switch name {
		case "signed":
			return credential("DEMO", date, algorithm)
		case "signed-as":
			return credential(argument, date, algorithm)
		case "date":
			return date
		case "hash":
			return sign("DEMO", date, algorithm)
		case "hash-as":
			return sign(argument, date, algorithm)
		case "session":
			return w.session
		case "fill":
			n, _ := strconv.Atoi(argument)
			return strings.Repeat("A", n)
		}
		handle, id, _ := strings.Cut(name, ".")
		return w.handles[handle][id]
	})
}
