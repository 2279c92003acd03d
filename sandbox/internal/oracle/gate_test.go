package oracle

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/hex"
	"fmt"
	"hash"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// account is the oracle's vendor code for the places of a call.
const account = "CONFORMANCE"

var digests = map[string]func() hash.Hash{
	"sha256": sha256.New, "md5": md5.New,
	"sha3-256": func() hash.Hash { return sha3.New256() },
}

var place = regexp.MustCompile(`\{(md5|sha256|sha3-256|SHA256|byte) ([^}]*)\}`)

// fill puts an account into a text of a call.
func fill(text, code, secret string) string {
	text = place.ReplaceAllStringFunc(text, func(found string) string {
		parts := place.FindStringSubmatch(found)
		if parts[1] == "byte" {
			one, _ := hex.DecodeString(parts[2])
			return string(one)
		}
		if parts[1] == "SHA256" { // in capitals
			return strings.ToUpper(sign("sha256", secret, code, parts[2]))
		}
		return sign(parts[1], secret, code, parts[2])
	})
	return strings.ReplaceAll(text, "{code}", code)
}

// sign computes the hash of section 5, SOAP, rule 4; lengths are in bytes.
func sign(algorithm, secret, code, date string) string {
	mac := hmac.New(digests[algorithm], []byte(secret))
	fmt.Fprintf(mac, "%d%s%d%s", len(code), code, len(date), date)
	return hex.EncodeToString(mac.Sum(nil))
}

// request is a call with its path and query read.
type request struct {
	call
	ref   string // the reference or the code of the path
	query []pair

	unreadable bool            // the path is
	broken     map[string]bool // parameters given twice or not in UTF-8
}

type pair struct{ name, value string }

// predict returns how the call is answered, and changes the state as it says.
func (s *state) predict(c call) prediction {
	c.Path, c.Query, c.Body = fill(c.Path, account, secret), fill(c.Query, account, secret), fill(c.Body, account, secret)
	c.Body += strings.Repeat(" ", max(0, c.Pad-len(c.Body)))
	if strings.HasPrefix(c.Path, soapPath) {
		return s.soap(c)
	}
	if c.Method == "HEAD" {
		c.Method = "GET"
		return s.predict(c).withoutBody()
	}
	op, ref, p := route(c)
	if op == nil {
		return p
	}
	if c.Method == "OPTIONS" {
		return prediction{Outcomes: []string{"204"}, Headers: map[string]string{"Allow": "OPTIONS"}}
	}
	if p := s.admit(op, c); p != nil {
		return *p
	}
	r := &request{call: c, ref: ref}
	r.read(op)
	p = op.answer(s, r)
	if r.beyond() && (p.succeeds() || strings.HasPrefix(p.Outcomes[0], "400")) {
		p.silent = "how large a whole number may be"
		p.Outcomes = append(p.Outcomes, badPage, "400 INVALID_PARAMETER")
	}
	return p
}

// withoutBody is the answer to HEAD: that to GET, whose code is in the body.
func (p prediction) withoutBody() prediction {
	p.Refs, p.Fields, p.Absent, p.Body = nil, nil, nil, nil
	for i, outcome := range p.Outcomes {
		p.Outcomes[i] = outcome[:3]
	}
	p.Outcomes = slices.Compact(p.Outcomes)
	return p
}

// admit makes the checks before the parameters: credential, Accept, feature, in the
// order of the questions' page.
func (s *state) admit(op *operation, c call) *prediction {
	if p := s.credential(op, c); p != nil {
		return p
	}
	if !s.accepts(op, c) {
		return new(refuse("406 INVALID_ACCEPT_HEADER"))
	}
	if op.feature != "" && !s.features[op.feature] {
		return new(refuse("403 FORBIDDEN"))
	}
	return nil
}

// accepts says whether Accept allows the answer: section 4 and question accept.
func (s *state) accepts(op *operation, c call) bool {
	if !op.accept || s.answers["accept"] == "lenient" {
		return true
	}
	for _, part := range strings.Split(strings.Join(c.values("Accept"), ","), ",") {
		kind, parameters, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(kind), "application/json") && !noQuality.MatchString(parameters) {
			return true
		}
	}
	return false
}

var noQuality = regexp.MustCompile(`q=0(\.0*)?\s*$`)

func (c call) values(names ...string) []string {
	var all []string
	for _, h := range c.Headers {
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, h[0]) }) {
			all = append(all, fill(h[1], account, secret))
		}
	}
	return all
}

var credentialPair = regexp.MustCompile(`([A-Za-z]+)=("[^"]*"|'[^']*')[\s,]*`)

// credential checks section 5, REST, with questions auth-errors, hash-recipe, rest-hash,
// rest-skew, rest-auth and header-name.
func (s *state) credential(op *operation, c call) *prediction {
	refused := refuse("401 AUTHENTICATION_ERROR")
	silence := func(about string) *prediction {
		return &prediction{silent: about, Outcomes: []string{op.success(s), "401 AUTHENTICATION_ERROR"}}
	}
	given := c.values("X-Service-Authentication", "X-Avangate-Authentication")
	if len(given) == 0 || len(given) == 1 && strings.TrimSpace(given[0]) == "" {
		if op.open && s.answers["rest-auth"] == "documented" {
			return silence("which account a call without credentials belongs to")
		}
		return &refused
	}
	if len(given) > 1 {
		return silence("two credential headers")
	}
	pairs := map[string]string{}
	for _, found := range credentialPair.FindAllStringSubmatch(given[0], -1) {
		name := found[1]
		if name != strings.ToLower(name) {
			return silence("the case of the pairs of the credential header")
		}
		if _, twice := pairs[name]; twice {
			return silence("a pair of the credential header given twice")
		}
		pairs[name] = found[2][1 : len(found[2])-1]
	}
	if strings.TrimSpace(credentialPair.ReplaceAllString(given[0], "")) != "" || !s.signed(pairs) || !s.near(pairs["date"]) {
		return &refused
	}
	return nil
}

// signed verifies the hash with the digest named by algo, otherwise with any.
func (s *state) signed(pairs map[string]string) bool {
	for name := range digests {
		allowed := s.answers["rest-hash"] == "any" || s.answers["rest-hash"] == name
		if algo, named := pairs["algo"]; named && algo != name || !allowed {
			continue
		}
		if pairs["code"] == account && strings.EqualFold(pairs["hash"], sign(name, secret, pairs["code"], pairs["date"])) {
			return true
		}
	}
	return false
}

func (s *state) near(date string) bool {
	t, err := time.Parse(moment, date)
	if err != nil || t.Format(moment) != date {
		return false
	}
	if s.answers["rest-skew"] == "off" {
		return true
	}
	skew, err := time.ParseDuration(s.answers["rest-skew"])
	return err == nil && t.Sub(s.now).Abs() <= skew
}

// read decodes the path and the query: names are case-sensitive, a scalar comes once,
// UTF-8 only.
func (r *request) read(op *operation) {
	r.unreadable = !utf8.ValidString(r.ref)
	for part := range strings.SplitSeq(r.call.Query, "&") {
		name, value, _ := strings.Cut(part, "=")
		n, err1 := url.QueryUnescape(name)
		v, err2 := url.QueryUnescape(value)
		twice := slices.Contains(op.scalars, n) && slices.ContainsFunc(r.query, func(q pair) bool { return q.name == n })
		if twice || err1 != nil || err2 != nil || !utf8.ValidString(n) || !utf8.ValidString(v) {
			if r.broken == nil {
				r.broken = map[string]bool{}
			}
			r.broken[n] = true
		}
		if part != "" && err2 == nil {
			r.query = append(r.query, pair{n, v})
		}
	}
}

// faults begins the list of faults of the parameters. For an unreadable parameter with a
// code of its own no text chooses between the two codes.
func (r *request) faults() []string {
	if r.broken != nil {
		return []string{"400 INVALID_PARAMETER"}
	}
	return nil
}

// beyond says whether a number of the query needs more than 64 bits.
func (r *request) beyond() bool {
	return slices.ContainsFunc(r.query, func(p pair) bool {
		n := whole(p.value)
		return (p.name == "Page" || p.name == "Newer") && n != nil && !n.IsInt64()
	})
}

// get returns a parameter; empty ones are read as absent.
func (r *request) get(name string) string {
	for _, p := range r.query {
		if p.name == name {
			return p.value
		}
	}
	return ""
}
