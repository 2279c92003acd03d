package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

type operationsInput struct {
	ofAccount
	Operation string `json:"operation,omitempty" jsonschema:"id, such as search-orders; without it, the list"`
	paged
}

func (s *session) operations(ctx context.Context, in operationsInput) (any, error) {
	if in.Operation == "" {
		all, err := s.Client.Operations(ctx)
		if err != nil {
			return nil, err
		}
		var rows []row
		for _, o := range all {
			rows = append(rows, operationRow(o))
		}
		return page(rows, in.paged)
	}
	account, err := s.account(ctx, in.ofAccount)
	if err != nil {
		return nil, err
	}
	found, err := account.Operation(ctx, in.Operation)
	found.Examples = found.Examples[:min(len(found.Examples), 5)]
	shown, asked := operationRow(found.Operation), []string{}
	maps.Copy(shown, pick(found, "section feature parameters rules outcomes examples sample"))
	for _, q := range found.Questions {
		asked = append(asked, q.ID)
	}
	shown["depends_on_questions"] = asked
	return shown, err
}

// operationRow is an operation in a list.
func operationRow(o client.Operation) row {
	shown := pick(o, "id summary")
	shown["call"] = strings.TrimSpace(o.Method + " " + o.Path)
	if o.Protocol == client.SOAP {
		shown["call"] = "SOAP " + o.Action
	}
	return shown
}

type signInput struct {
	ofAccount
	Method   string `json:"method,omitempty" jsonschema:"of a REST call; GET without it"`
	Path     string `json:"path,omitempty" jsonschema:"of a REST call below the REST base, with the query, such as /orders/?Limit=2; /orders/ without it"`
	Body     string `json:"body,omitempty" jsonschema:"of a REST call, JSON"`
	Protocol string `json:"protocol,omitempty" jsonschema:"soap for the envelope of a login and a session; rest without it"`
	Snippet  string `json:"snippet,omitempty" jsonschema:"program to answer: curl, php, python or node"`
	Preview  bool   `json:"preview,omitempty" jsonschema:"true to make the call: nothing is carried out, the journal records a preview"`
	Header   string `json:"header,omitempty" jsonschema:"credential header to diagnose, with or without its name"`
	Call     string `json:"call,omitempty" jsonschema:"id of a recorded call to diagnose, such as DEMO-3"`
}

func (s *session) signCall(ctx context.Context, in signInput) (any, error) {
	if in.Header != "" || in.Call != "" {
		found, err := s.Client.Diagnose(ctx, client.SignatureRequest{Header: in.Header, Call: in.Call, Account: in.Account})
		found.Corrected = nil // it repeats the secret in four languages
		return found, err
	}
	account, err := s.account(ctx, in.ofAccount)
	if err != nil {
		return nil, err
	}
	signed, err := account.Sign(ctx, client.SignRequest{Protocol: in.Protocol, Method: in.Method, Path: in.Path, Body: in.Body})
	if err != nil {
		return nil, err
	}
	if in.Preview {
		return s.preview(ctx, signed, in.Body)
	}
	answer := pick(signed, "method url signed:signed_text hash accepted envelope session message expires")
	if signed.Header != nil {
		answer["header"] = signed.Header.Name + ": " + signed.Header.Value
	}
	if in.Snippet == "" {
		return answer, nil
	}
	if !slices.Contains(client.Languages(), in.Snippet) {
		return nil, errors.New("snippet must be curl, php, python or node, got " + quote(in.Snippet))
	}
	answer["snippet"] = signed.Snippets.In(in.Snippet)
	return answer, nil
}

// preview makes a signed call without carrying it out. It follows no redirect, because a
// scenario can lead anywhere.
func (s *session) preview(ctx context.Context, signed client.SignedCall, body string) (any, error) {
	request, err := http.NewRequestWithContext(ctx, signed.Method, signed.URL, strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the call cannot be made: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Sandbox-Preview", "1")
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if signed.Header != nil {
		request.Header.Set(signed.Header.Name, signed.Header.Value)
	}
	caller := *s.HTTP
	caller.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := caller.Do(request)
	if err != nil {
		return nil, fmt.Errorf("the call got no answer, as happens when a scenario cuts the connection: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	kept, err := io.ReadAll(io.LimitReader(answer.Body, maxText))
	if err != nil {
		return nil, fmt.Errorf("the answer of the call broke off: %w", err)
	}
	text := strings.ToValidUTF8(string(kept), "?")
	if len(kept) == maxText {
		text += "… (the rest is left out)"
	}
	call := answer.Header.Get("X-Sandbox-Request")
	shown := row{"notice": dataNotice, "call": call, "status": answer.StatusCode, "body": text}
	for name, header := range map[string]string{"explain": "X-Sandbox-Explain", "location": "Location"} {
		if value := answer.Header.Get(header); value != "" {
			shown[name] = value
		}
	}
	if answer.StatusCode >= http.StatusBadRequest {
		shown["next"] = "explain_call with id " + call + " says why"
	}
	return shown, nil
}

type questionsInput struct {
	ofAccount
	Question   string `json:"question,omitempty" jsonschema:"id of one to answer, such as search-status"`
	Answer     string `json:"answer,omitempty" jsonschema:"one of its choices; without it, that of the start flags"`
	Search     string `json:"search,omitempty" jsonschema:"words that the id or the question must have"`
	WithChoice bool   `json:"with_choice,omitempty" jsonschema:"true for those only that an account can answer"`
	paged
}

func (s *session) questions(ctx context.Context, in questionsInput) (any, error) {
	account, err := s.account(ctx, in.ofAccount)
	switch {
	case err != nil:
		return nil, err
	case in.Question != "" && in.Answer == "":
		return done{account.Code, in.Question + " has the answer of the start flags"}, account.ResetAnswer(ctx, in.Question)
	case in.Question != "":
		return done{account.Code, in.Question + " is answered with " + in.Answer}, account.SetAnswer(ctx, in.Question, in.Answer)
	}
	questions, err := s.Client.Questions(ctx)
	if err != nil {
		return nil, err
	}
	state, err := account.State(ctx)
	if err != nil {
		return nil, err
	}
	rows := []row{}
	for _, q := range questions {
		if in.WithChoice && !q.HasChoice || !hasWords(strings.ToLower(q.ID+" "+q.Question), in.Search) {
			continue
		}
		shown := pick(q, "id question answer")
		if q.HasChoice {
			var choices []string
			for _, c := range q.Choices {
				choices = append(choices, c.Answer+": "+c.Meaning)
			}
			if q.Duration {
				choices = append(choices, "a duration such as 90s")
			}
			shown["answer"], shown["choices"] = state.AnswerTo(q), choices
		}
		rows = append(rows, shown)
	}
	return page(rows, in.paged)
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

type guideInput struct {
	Page string `json:"page,omitempty" jsonschema:"name, such as start.md; without it, the list"`
	paged
}

func (s *session) readGuide(ctx context.Context, in guideInput) (any, error) {
	if in.Page != "" {
		text, err := s.Client.GuideText(ctx, in.Page)
		if err != nil {
			return nil, err
		}
		return pageOfText(text, in.paged)
	}
	pages, err := s.Client.Guide(ctx)
	if err != nil {
		return nil, err
	}
	return page(pages, in.paged)
}
