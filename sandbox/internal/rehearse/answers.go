package rehearse

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// shortSession is an answer to session-life that ends sessions within a suite.
const shortSession = "5s"

// aboutCredentials are the questions whose other answers refuse every call of a client that
// signs as it does. Nothing is to be tried there.
var aboutCredentials = []catalog.QuestionID{catalog.RESTHash, catalog.RESTSkew, catalog.RESTAuth}

// touch keeps the open questions with a choice that the calls of a good run touch, and how
// long it took on the account's clock.
func (g *good) touch(calls []client.Entry) {
	g.touched = map[catalog.QuestionID]string{}
	for _, e := range calls {
		ids := strings.Split(e.Response.Header.Get("X-Sandbox-Assumption"), ", ")
		if op, known := catalog.Find(catalog.OperationID(e.Operation)); known && sessionCode(op) != "" {
			ids = append(ids, string(catalog.SessionLife))
		}
		for _, id := range ids {
			if q, known := catalog.FindQuestion(catalog.QuestionID(id)); known && q.HasChoice() {
				g.touched[q.ID] = cmp.Or(g.touched[q.ID], e.ID)
			}
		}
	}
	if len(calls) > 0 {
		g.span = calls[len(calls)-1].AccountTime.Sub(calls[0].AccountTime)
	}
}

// answers returns the schedules of the other answers to each touched question. It remarks
// those that the suite cannot show.
func (r *rehearsal) answers() (all []schedule) {
	var credentials []string
	for _, q := range catalog.Questions() {
		call, touched := r.good.touched[q.ID]
		switch {
		case !q.HasChoice():
		case !touched:
			r.report.Good.Untouched = append(r.report.Good.Untouched, string(q.ID))
		case slices.Contains(aboutCredentials, q.ID):
			credentials = append(credentials, fmt.Sprintf("%s (%s)", q.ID, call))
		default:
			others := r.otherAnswers(q)
			r.report.Good.Questions = append(r.report.Good.Questions, string(q.ID))
			r.good.others = append(r.good.others, others)
			all = append(all, others...)
		}
	}
	if len(credentials) > 0 {
		r.said = append(r.said, "the credentials of its calls depend on "+phrase.And(credentials...)+": another answer would refuse them")
	}
	return all
}

// otherAnswers returns the schedules of the answers to a question that the good run had not.
func (r *rehearsal) otherAnswers(q catalog.Question) (all []schedule) {
	var answers []string
	if q.ID == catalog.SessionLife {
		answers = append(answers, shortSession)
	}
	for _, c := range q.Choices {
		answers = append(answers, c.Answer)
	}
	ours := cmp.Or(r.good.answers[string(q.ID)], q.Default)
	for _, answer := range answers {
		if answer == ours {
			continue
		}
		if life, err := time.ParseDuration(answer); err == nil && q.Duration && life > r.good.span {
			r.said = append(r.said, fmt.Sprintf("%s %s was not tried: the calls of the good run span %s of the account's clock", q.ID, answer, r.good.span))
			continue
		}
		all = append(all, answerVariant(q, answer).schedule())
	}
	return all
}

func answerVariant(q catalog.Question, answer string) *variant {
	return &variant{name: fmt.Sprintf("answer:%s=%s", q.ID, answer), says: fmt.Sprintf("with %s %s", q.ID, answer), of: string(q.ID), question: q.ID, answer: answer}
}

// decide says which call of a trial got another answer first than in the good run, and where
// it differs: behind a failure, "" if none did.
func (r *rehearsal) decide(ctx context.Context, v *variant, a *client.Account) (string, error) {
	made, err := a.Requests(ctx, client.Filter{Limit: maxShownCalls})
	if err != nil {
		return "", err
	}
	slices.Reverse(made.Requests) // the list has the latest first
	worded := ""
	for place, e := range eachPlace(made.Requests) {
		id, known := r.good.ids[place]
		if !known || !touches(e, v.question) {
			continue
		}
		found, err := r.Client.Compare(ctx, id, e.ID)
		if err != nil {
			return "", err
		}
		where, isWording := whereDiffers(found, a.Code)
		switch says := fmt.Sprintf("; %s has %s", place, where); {
		case isWording:
			worded = cmp.Or(worded, says+": the words are the sandbox's own, and the service has others")
		case where != "":
			return says, nil
		}
	}
	return worded, nil
}

// eachPlace returns calls with the names of their operations and their numbers among them, such
// as search-orders#2.
func eachPlace(calls []client.Entry) iter.Seq2[string, client.Entry] {
	return func(yield func(string, client.Entry) bool) {
		counts := map[string]int{}
		for _, e := range calls {
			if counts[e.Operation]++; !yield(fmt.Sprintf("%s#%d", e.Operation, counts[e.Operation]), e) {
				return
			}
		}
	}
}

// touches reports whether the answer to a call could depend on a question.
func touches(e client.Entry, q catalog.QuestionID) bool {
	return q == catalog.SessionLife || slices.Contains(e.Questions.List(), string(q))
}

// whereDiffers says where an answer differs: by its status, its code, otherwise by a field, one
// that is missing before one with another value. It reports whether nothing but the message of
// an error differs. A value with the vendor code of b makes no difference.
func whereDiffers(c client.Comparison, code string) (where string, isWording bool) {
	if c.Status.A != c.Status.B {
		return fmt.Sprintf("status %d in place of %d", c.Status.B, c.Status.A), false
	}
	if c.Code.A != c.Code.B {
		return fmt.Sprintf("code %s in place of %s", cmp.Or(c.Code.B, "none"), cmp.Or(c.Code.A, "none")), false
	}
	c.Body = slices.DeleteFunc(c.Body, func(d client.BodyDifference) bool {
		return d.A != nil && d.B != nil && strings.Contains(*d.B, code)
	})
	if len(c.Body) == 0 {
		return "", false
	}
	slices.SortStableFunc(c.Body, func(a, b client.BodyDifference) int { return cmp.Compare(rankOf(a), rankOf(b)) })
	return fieldsInWords(c.Body[:1]), rankOf(c.Body[0]) == wording
}

// wording is the rank of the message of an error, behind all other differences.
const wording = 2

func rankOf(d client.BodyDifference) int {
	switch {
	case strings.HasSuffix(d.Path, "message"), strings.HasSuffix(d.Path, "faultstring"):
		return wording
	case d.A == nil || d.B == nil:
		return 0
	}
	return 1
}

// answersInWords returns what the suite does about open questions, such as: cares: fails if
// search-status is 200; does not care: 7 others; not tried: 1; not touched: 15. A question with
// an answer that has no result is not tried.
func (r *rehearsal) answersInWords() string {
	var cares []string
	results := map[string]client.Result{}
	for _, t := range r.report.Trials {
		results[t.Schedule] = t.Result
	}
	untried := 0
	for n, id := range r.report.Good.Questions {
		var failed []string
		isTried := len(r.good.others[n]) > 0
		for _, s := range r.good.others[n] {
			switch results[s.name()] {
			case client.RestsOnAGuess:
				failed = append(failed, s.variant().answer)
			case "", client.NotRepeatable:
				isTried = false
			}
		}
		switch {
		case len(failed) > 0:
			cares = append(cares, fmt.Sprintf("if %s is %s", id, phrase.Or(failed...)))
		case !isTried:
			untried++
		}
	}
	text := "answers: cares about nothing"
	if len(cares) > 0 {
		text = "answers: cares: fails " + strings.Join(cares, ", and ")
	}
	text += "; does not care: " + phrase.Count(len(r.report.Good.Questions)-len(cares)-untried, "other")
	if untried > 0 {
		text += fmt.Sprintf("; not tried: %d", untried)
	}
	return fmt.Sprintf("%s; not touched: %d", text, len(r.report.Good.Untouched))
}
