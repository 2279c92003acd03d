package agent

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (s *session) interfaceTools() []tool {
	account := accountInput()
	call := []input{account,
		{name: "method", kind: isText, enum: []string{"GET", "POST", "PUT", "DELETE"}, meaning: "of a REST call; GET without it"},
		{name: "path", kind: isText, meaning: "of a REST call below the REST base, with the query, such as /orders/?Limit=2; /orders/ without it"},
		{name: "body", kind: isText, meaning: "of a REST call, JSON"},
	}
	return []tool{
		{name: "describe_operation", title: "Describe an operation", effect: reads, run: s.describeOperation,
			description: "Describe one operation of the commerce interface: parameters, rules in their order, outcomes with the scenario that provokes each, and a call that succeeds with the account's records. Without an id, list all operations.",
			inputs:      []input{{name: "operation", kind: isText, meaning: "id, such as search-orders; without it, the list"}, account}},
		{name: "sign_call", title: "Sign a call", effect: reads, run: s.signCall,
			description: "Sign a call of an account, without making it: the credential header in full, or the envelope of a SOAP login, and on demand a program that signs and calls. A program contains the secret of the account.",
			inputs: append(slices.Clone(call),
				input{name: "protocol", kind: isText, enum: []string{"rest", "soap"}, meaning: "soap for the envelope of a login and a session; rest without it"},
				input{name: "snippet", kind: isText, enum: []string{"curl", "php", "python", "node"}, meaning: "language of a program to answer"})},
		{name: "diagnose_signature", title: "Diagnose a signature", effect: reads, run: s.diagnose,
			description: "Find the mistake in a signature: of a copied credential header, or of a recorded call. Answers what was signed, what the sandbox signs, and the right hash.",
			inputs: []input{
				{name: "header", kind: isText, meaning: "value of the credential header, with or without its name"},
				{name: "call", kind: isText, meaning: "id of a recorded call, such as DEMO-3"},
				{name: "account", kind: isText, meaning: "vendor code whose secret verifies it; without it, the one in the signature"}}},
		{name: "preview_call", title: "Preview a call", effect: adds, run: s.previewCall,
			description: "Sign and make a REST call as a preview: the answer is what the account would give now, and nothing is carried out. The journal records it as a preview, which verifications leave out.",
			inputs:      call},
		{name: "list_questions", title: "List open questions", effect: reads, run: s.listQuestions,
			description: "List what the interface's documentation leaves open, the answers that an account can choose, and the one that it has.",
			inputs: []input{account,
				{name: "search", kind: isText, meaning: "words that the id or the question must have"},
				{name: "with_choice", kind: isSwitch, meaning: "true for those only that an account can answer"}, cursorInput()}},
		{name: "answer_question", title: "Answer an open question", effect: sets, run: s.answerQuestion,
			description: "Choose how an account answers an open question, from its next call on, to test a client against the other reading of the documentation.",
			inputs: []input{account,
				{name: "question", kind: isText, required: true, meaning: "id, such as search-status"},
				{name: "answer", kind: isText, meaning: "one of its choices; without it, the answer of the start flags"}}},
		{name: "read_guide", title: "Read the guide", effect: reads, run: s.readGuide,
			description: "Read a page of the sandbox's guide, for example scenarios.md before writing a scenario. Without a page, list them.",
			inputs:      []input{{name: "page", kind: isText, meaning: "name, such as start.md; without it, the list"}, cursorInput()}},
	}
}

// operationRow is an operation in a list.
type operationRow struct {
	ID      string `json:"id"`
	Call    string `json:"call"`
	Summary string `json:"summary"`
}

func rowOf(o client.Operation) operationRow {
	call := strings.TrimSpace(o.Method + " " + o.Path)
	if o.Protocol == client.SOAP {
		call = "SOAP " + o.Action
	}
	return operationRow{o.ID, call, o.Summary}
}

// operationShown is one operation.
type operationShown struct {
	operationRow
	Section    string             `json:"section"`
	Feature    string             `json:"feature,omitempty"`
	Parameters []client.Parameter `json:"parameters"`
	Rules      []client.Rule      `json:"rules"`
	Outcomes   []client.Outcome   `json:"outcomes"`
	Questions  []string           `json:"depends_on_questions,omitempty"`
	Examples   []client.Example   `json:"examples,omitempty"`
	Sample     *client.Sample     `json:"sample,omitempty"`
}

func (s *session) describeOperation(ctx context.Context, given inputs) (any, error) {
	id := given.text("operation")
	if id == "" {
		all, err := s.Client.Operations(ctx)
		if err != nil {
			return nil, err
		}
		var rows []operationRow
		for _, o := range all {
			rows = append(rows, rowOf(o))
		}
		return page(rows, given)
	}
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	found, err := account.Operation(ctx, id)
	if err != nil {
		return nil, err
	}
	return describedOperation(found), nil
}

func describedOperation(o client.OperationDetail) operationShown {
	shown := operationShown{operationRow: rowOf(o.Operation), Section: o.Section, Feature: o.Feature, Parameters: o.Parameters,
		Rules: o.Rules, Outcomes: o.Outcomes, Examples: o.Examples[:min(len(o.Examples), 5)], Sample: o.Sample}
	for _, q := range o.Questions {
		shown.Questions = append(shown.Questions, q.ID)
	}
	return shown
}

func (s *session) sign(ctx context.Context, given inputs) (client.SignedCall, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return client.SignedCall{}, err
	}
	return account.Sign(ctx, client.SignRequest{
		Protocol: given.text("protocol"), Method: given.text("method"), Path: given.text("path"), Body: given.text("body"),
	})
}

func (s *session) signCall(ctx context.Context, given inputs) (any, error) {
	signed, err := s.sign(ctx, given)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"method": signed.Method, "url": signed.URL, "signed_text": signed.Signed, "hash": signed.Hash, "accepted": signed.Accepted}
	if signed.Header != nil {
		answer["header"] = signed.Header.Name + ": " + signed.Header.Value
	}
	for name, value := range map[string]string{"envelope": signed.Envelope, "session": signed.Session, "message": signed.Message} {
		if value != "" {
			answer[name] = value
		}
	}
	if signed.Expires != nil {
		answer["expires"] = signed.Expires
	}
	if language := given.text("snippet"); language != "" {
		p := signed.Snippets
		answer["snippet"] = map[string]string{"curl": p.Curl, "php": p.PHP, "python": p.Python, "node": p.Node}[language]
	}
	return answer, nil
}

func (s *session) diagnose(ctx context.Context, given inputs) (any, error) {
	if (given.text("header") == "") == (given.text("call") == "") {
		return nil, wrong("give header or call")
	}
	found, err := s.Client.Diagnose(ctx, client.SignatureRequest{Header: given.text("header"), Call: given.text("call"), Account: given.text("account")})
	found.Corrected = nil // it repeats the secret in four languages; sign_call has it
	return found, err
}

// previewed is the answer to a previewed call.
type previewed struct {
	Notice   string `json:"notice"`
	Call     string `json:"call"` // its id
	Status   int    `json:"status"`
	Explain  string `json:"explain,omitempty"`
	Location string `json:"location,omitempty"` // of a redirect, which is not followed
	Body     string `json:"body"`
	Next     string `json:"next,omitempty"`
}

// noRedirect follows no redirect, because a scenario can lead anywhere.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (s *session) previewCall(ctx context.Context, given inputs) (any, error) {
	signed, err := s.sign(ctx, given)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, signed.Method, signed.URL, strings.NewReader(given.text("body")))
	if err != nil {
		return nil, wrong("the call cannot be made: %v", err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Sandbox-Preview", "1")
	if given.text("body") != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if signed.Header != nil {
		request.Header.Set(signed.Header.Name, signed.Header.Value)
	}
	caller := *s.HTTP
	caller.CheckRedirect = noRedirect
	answer, err := caller.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the call got no answer, as happens when a scenario cuts the connection: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	kept, err := io.ReadAll(io.LimitReader(answer.Body, mostText))
	if err != nil {
		return nil, fmt.Errorf("the answer of the call broke off: %w", err)
	}
	text := strings.ToValidUTF8(string(kept), "?")
	if len(kept) == mostText {
		text += "… (the rest is left out)"
	}
	shown := previewed{
		Notice: dataNotice, Call: answer.Header.Get("X-Sandbox-Request"), Status: answer.StatusCode,
		Explain: answer.Header.Get("X-Sandbox-Explain"), Location: answer.Header.Get("Location"), Body: text,
	}
	if answer.StatusCode >= http.StatusBadRequest {
		shown.Next = "explain_call with id " + shown.Call + " says why"
	}
	return shown, nil
}

// questionRow is an open question in a list.
type questionRow struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"` // of the account, or the only one
	Choices  []string `json:"choices,omitempty"`
}

func (s *session) listQuestions(ctx context.Context, given inputs) (any, error) {
	questions, err := s.Client.Questions(ctx)
	if err != nil {
		return nil, err
	}
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	answers, err := account.Answers(ctx)
	if err != nil {
		return nil, err
	}
	chosen := map[string]string{}
	for _, a := range answers {
		chosen[a.ID] = a.Answer
	}
	rows := []questionRow{}
	for _, q := range questions {
		text := strings.ToLower(q.ID + " " + q.Question)
		if given.on("with_choice") && !q.HasChoice || !hasWords(text, given.text("search")) {
			continue
		}
		row := questionRow{ID: q.ID, Question: q.Question, Answer: q.Answer}
		if q.HasChoice {
			row.Answer, row.Choices = chosen[q.ID], choices(q)
		}
		rows = append(rows, row)
	}
	return page(rows, given)
}

func choices(q client.Question) []string {
	var texts []string
	for _, c := range q.Choices {
		texts = append(texts, c.Answer+": "+c.Meaning)
	}
	if q.Duration {
		texts = append(texts, "a duration such as 90s")
	}
	return texts
}

// hasWords reports whether a text in small letters has all words.
func hasWords(text, words string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (s *session) answerQuestion(ctx context.Context, given inputs) (any, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	question, answer := given.text("question"), given.text("answer")
	if answer == "" {
		return done{account.Code, question + " has the answer of the start flags"}, account.ResetAnswer(ctx, question)
	}
	return done{account.Code, question + " is answered with " + answer}, account.SetAnswer(ctx, question, answer)
}

func (s *session) readGuide(ctx context.Context, given inputs) (any, error) {
	if name := given.text("page"); name != "" {
		text, err := s.Client.GuideText(ctx, name)
		if err != nil {
			return nil, err
		}
		return pageOfText(text, given)
	}
	pages, err := s.Client.Guide(ctx)
	if err != nil {
		return nil, err
	}
	return page(pages, given)
}
