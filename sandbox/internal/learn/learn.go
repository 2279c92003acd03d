// Package learn says which answers to open questions a recording of the service shows, and
// what its answers have that the sandbox's have not. A recording is an HTTP Archive of a
// browser, a proxy, or the sandbox itself.
//
//   - recording: reads an archive as a stream
//   - exchange: finds the operation and the account of a recorded call
//   - evidence: what one exchange shows
//   - pairs: what two or more show together
//   - shape, described: the fields of answers, and those of the sandbox's own
//   - words: the lines of a report
//
// A question that no exchange shows says which call would show it. The package sends and
// keeps nothing. No value of a record comes into what it returns, only statuses, codes and
// the names and forms of fields.
package learn

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Options say what is known beside the recordings.
type Options struct {
	CredentialHeaders []string          // names of the credential header, at least one
	Answers           map[string]string // ours, without the default ones

	// OpenAPI returns the OpenAPI document of a sandbox with answers, in the form for generators.
	OpenAPI func(answers map[string]string) ([]byte, error)

	WSDL []byte // of a sandbox
}

// learning is a reading of recordings under way.
type learning struct {
	Options
	services map[[2]string]*service // by host and vendor code
	sessions map[[2]string]string   // vendor codes by host and session
	latest   map[string]string      // the latest vendor code of each host
	notes    map[string]int         // entries by why they were not read, or not wholly
}

// service is what was seen of one host for one vendor code.
type service struct {
	host, code string
	calls      int
	seen       map[catalog.QuestionID]map[string]*seen

	keepsAccept, keepsCredentials bool // whether any call has the header

	orders        int
	skew, session bound
	onTime        bool // whether an accepted date shows that the recorder's clock is right
	logins        map[string]time.Time
	listings      map[string]*listing
	pages         int // of all listings
	campaigns     map[string]campaign
	whole         map[string]bool // the campaigns of the latest search that had all of them
	wholeCall     string
	shapes        map[catalog.OperationID]observed
	failures      map[string]*client.LearnedFailure
}

// seen is an answer to a question that calls show.
type seen struct {
	client.LearnedAnswer
	last string // the latest of the calls
}

// The bounds of what is kept of recordings, however long they are.
const (
	maxCalls     = 3     // that an answer names
	maxServices  = 100   // hosts and vendor codes
	maxKinds     = 1_000 // of failures of a service, and of notes
	maxSessions  = 10_000
	maxListings  = 1_000
	maxPages     = 10_000 // of all listings of a service
	maxRows      = 200    // of a page
	maxCampaigns = 1_000
	maxRefusals  = 1_000 // for a duration
	maxFields    = 2_000 // of the answers of an operation
	maxEnvelope  = 1 << 20
	maxWord      = 1_000 // bytes of a session, a code or the query of a search
)

// saw notes an answer to a question.
func (s *service) saw(q catalog.QuestionID, answer string, e *exchange) { s.note(q, answer, e.name) }

func (s *service) note(q catalog.QuestionID, answer string, call string) {
	if s.seen[q] == nil {
		s.seen[q] = map[string]*seen{}
	}
	a := s.seen[q][answer]
	if a == nil {
		a = &seen{LearnedAnswer: client.LearnedAnswer{Answer: answer}}
		s.seen[q][answer] = a
	}
	if a.last == call { // a row of a page further up shows it, too
		return
	}
	a.last = call
	if a.Times++; len(a.Calls) < maxCalls {
		a.Calls = append(a.Calls, call)
	}
}

// Learn reads recordings. What is wrong with one of them is a fault of the result, and the
// rest is learned.
func Learn(recordings []client.Recording, o Options) client.Learned {
	l := &learning{Options: o, services: map[[2]string]*service{}, sessions: map[[2]string]string{}, latest: map[string]string{}, notes: map[string]int{}}
	learned := client.Learned{}
	for _, f := range recordings {
		n := 0
		err := readArchive(f.Text, func(r recorded) {
			n++
			e, why := l.place(fmt.Sprintf("%s %d", f.Name, n), r)
			if why == "" {
				why = l.learnFrom(e)
			}
			if why != "" {
				l.count("Left out: " + why)
			}
		})
		learned.Entries += n
		if err != nil {
			learned.Faults = append(learned.Faults, fmt.Sprintf("%s: %v", f.Name, err))
		}
	}
	for _, why := range slices.Sorted(maps.Keys(l.notes)) {
		learned.Notes = append(learned.Notes, fmt.Sprintf("%s (%s)", why, phrase.Count(l.notes[why], "time")))
	}
	for _, key := range slices.SortedFunc(maps.Keys(l.services), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		learned.Services = append(learned.Services, l.services[key].conclude(o))
	}
	return learned
}

// count counts an entry by why it was not read, or not wholly.
func (l *learning) count(why string) {
	if _, known := l.notes[why]; !known && len(l.notes) >= maxKinds {
		why = "Left out: further kinds of entries"
	}
	l.notes[why]++
}

// learnFrom notes what a call shows for its service, or says why it is left out.
func (l *learning) learnFrom(e *exchange) (why string) {
	s := l.of(e)
	if s == nil {
		return fmt.Sprintf("a call of another host or vendor code than the first %d", maxServices)
	}
	if why := e.lacks(); why != "" {
		l.count("Read without the answer's body: " + why)
	}
	s.look(e)
	s.lookAtShape(e)
	return ""
}

// of returns the service of a call, nil when there are too many. A session belongs to whom it
// was given, and a call without credentials to whom the call before was.
func (l *learning) of(e *exchange) *service {
	if session := element(e.answer, "loginReturn"); e.op.ID == catalog.Login && len(session) <= maxWord && len(l.sessions) < maxSessions {
		l.sessions[[2]string{e.host, session}] = e.code
	}
	if e.code == "" && e.op.Protocol == catalog.SOAP {
		e.code = l.sessions[[2]string{e.host, element(e.asked, "sessionID")}]
	}
	e.code = cmp.Or(e.code, l.latest[e.host])
	key := [2]string{e.host, e.code}
	s := l.services[key]
	if s == nil && len(l.services) >= maxServices {
		return nil
	}
	if e.code != "" {
		l.latest[e.host] = e.code
	}
	if s == nil {
		s = &service{host: e.host, code: e.code, seen: map[catalog.QuestionID]map[string]*seen{},
			logins: map[string]time.Time{}, listings: map[string]*listing{}, campaigns: map[string]campaign{},
			shapes: map[catalog.OperationID]observed{}, failures: map[string]*client.LearnedFailure{}}
		l.services[key] = s
	}
	s.calls++
	return s
}

// conclude compares what belongs together and judges each question.
func (s *service) conclude(o Options) client.LearnedService {
	s.weighAll()
	s.compareListings()
	found := client.LearnedService{Host: s.host, VendorCode: s.code, Calls: s.calls}
	answers := map[string]string{}
	maps.Copy(answers, o.Answers)
	for _, q := range catalog.Questions() {
		if !q.HasChoice() {
			continue
		}
		found.Questions = append(found.Questions, s.judge(q, cmp.Or(o.Answers[string(q.ID)], q.Default)))
	}
	maps.Copy(answers, found.Answers())
	found.Shapes = s.compareShapes(o, answers)
	found.Lines = shapeLines(found.Shapes)
	for _, key := range slices.Sorted(maps.Keys(s.failures)) {
		s.failures[key].Line = failureLine(*s.failures[key])
		found.Failures = append(found.Failures, *s.failures[key])
	}
	return found
}

// weighAll drops what a missing part showed, unless other calls show that the recorder keeps
// such parts, and takes several digests for any.
func (s *service) weighAll() {
	if !s.keepsAccept {
		delete(s.seen[catalog.Accept], "lenient")
	}
	if !s.keepsCredentials {
		delete(s.seen[catalog.RESTAuth], "documented")
	}
	if s.orders < 2 || s.seen[catalog.Nulls]["shown"] != nil { // an order may lack a key for another reason
		delete(s.seen[catalog.Nulls], "omitted")
	}
	if digests := s.seen[catalog.RESTHash]; len(digests) > 1 {
		several := digests[slices.Sorted(maps.Keys(digests))[0]]
		several.Answer = anyDigest
		s.seen[catalog.RESTHash] = map[string]*seen{anyDigest: several}
	}
}

// judge compares what was seen of a question with our answer.
func (s *service) judge(q catalog.Question, ours string) client.LearnedQuestion {
	found := client.LearnedQuestion{ID: string(q.ID), Ours: ours, Result: client.NotSeen, ShownBy: q.ShownBy}
	for _, answer := range slices.Sorted(maps.Keys(s.seen[q.ID])) {
		a := s.seen[q.ID][answer].LearnedAnswer
		a.Unlisted = q.Accepts(answer) != nil
		found.Seen = append(found.Seen, a)
	}
	switch {
	case len(found.Seen) > 1:
		found.Result = client.Contradictory
	case len(found.Seen) == 1 && found.Seen[0].Answer == ours:
		found.Result = client.Agrees
	case len(found.Seen) == 1:
		found.Result = client.Differs
	}
	s.bounds(q, &found)
	found.Line = lineOf(found)
	return found
}

// bounds says what accepted and refused calls show of a duration or a digest. A bound that our
// answer does not keep differs.
func (s *service) bounds(q catalog.Question, found *client.LearnedQuestion) {
	switch q.ID {
	case catalog.RESTSkew:
		s.skew.refused = slices.DeleteFunc(s.skew.refused, func(r refusal) bool { return r.after <= s.skew.longest }) // for another reason
		found.Bound = s.skew.inWords("a date", "was off by")
		if found.Result = s.skew.judge(found.Ours); s.skew.accepted != "" && !s.onTime {
			found.Bound, found.Result = "the recorder's clock is wrong, because no accepted date is near it", client.NotSeen
		}
	case catalog.SessionLife:
		found.Bound = s.session.inWords("a session", "had lived")
		found.Result = s.session.judge(found.Ours)
	case catalog.RESTHash:
		if len(found.Seen) == 1 && found.Seen[0].Answer != anyDigest {
			found.Bound, found.Seen = "a hash by "+found.Seen[0].Answer+" was accepted", nil
			if found.Result == client.Agrees || found.Ours == anyDigest {
				found.Result = client.Bounded
			}
		}
	}
}

// anyDigest is the answer to rest-hash of a service that accepts several digests.
const anyDigest = "any"

func (b bound) inWords(what, did string) string {
	var texts []string
	if b.accepted != "" {
		texts = append(texts, fmt.Sprintf("%s that %s %s was accepted (%s)", what, did, b.longest.Round(time.Second), b.accepted))
	}
	if first, has := b.shortest(); has {
		texts = append(texts, fmt.Sprintf("%s that %s %s was refused (%s)", what, did, first.after.Round(time.Second), first.call))
	}
	return phrase.List(texts...)
}

// judge says whether a bound holds for an answer.
func (b bound) judge(ours string) client.LearnedResult {
	limit, err := catalog.ParseDuration(ours)
	first, refused := b.shortest()
	switch {
	case b.accepted == "" && !refused:
		return client.NotSeen
	case b.accepted != "" && refused && first.after <= b.longest:
		return client.Contradictory
	case err != nil && refused: // off: no date is refused
		return client.Differs
	case err == nil && (b.accepted != "" && b.longest > limit || refused && first.after <= limit):
		return client.Differs
	}
	return client.Bounded
}
