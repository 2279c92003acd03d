package agent

import (
	"context"
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

type verifyInput struct {
	ofAccount
	Expectations []expectation `json:"expectations,omitempty" jsonschema:"each a number (count, at_least, at_most) of calls of an operation that match q, a query such as path:/orders/ code:FORBIDDEN, or where, a condition such as query.Limit == \"1\" && status == 200; or calls in_order, where min of gap may be retry-after; with record (order, customer, campaign, subscription) the number is of records, and where reads one, such as campaign.Name == \"Spring\""`
	NothingElse  bool          `json:"nothing_else,omitempty" jsonschema:"true if every call must match"`
	Within       string        `json:"within,omitempty" jsonschema:"how long to wait for calls that are still to come, such as 5s, at most 30s"`
	Verdict      bool          `json:"verdict,omitempty" jsonschema:"true to sum up"`
	Since        string        `json:"since,omitempty" jsonschema:"of a verdict: only calls after this id"`
	MinCoverage  float64       `json:"min_coverage,omitempty" jsonschema:"of a verdict: percent of documented outcomes"`
	Run          string        `json:"run,omitempty" jsonschema:"name of a run, to sum up its accounts; without other inputs"`
}

// expectation is a client.Expectation without the common fields of verifyInput.
type expectation struct {
	client.Expectation
	Within      struct{} `json:"-"`
	NothingElse struct{} `json:"-"`
}

func (s *session) verifyCalls(ctx context.Context, in verifyInput) (any, error) {
	if in.Run != "" {
		if in.Account+in.Within+in.Since != "" || in.Expectations != nil || in.NothingElse || in.Verdict || in.MinCoverage != 0 {
			return nil, errors.New("run sums up the verdicts that were asked of its accounts; leave the other inputs out")
		}
		return withNotice(s.Client.RunText(ctx, in.Run, client.AsText))
	}
	within, err := duration("within", in.Within)
	if err != nil {
		return nil, err
	}
	account, err := s.account(ctx, in.ofAccount)
	if err != nil {
		return nil, err
	}
	var expected []client.Expectation
	for _, e := range in.Expectations {
		expected = append(expected, e.Expectation)
	}
	if len(expected) == 0 || in.Verdict {
		return withNotice(account.VerdictText(ctx, client.VerdictRequest{
			Expectations: expected, NothingElse: in.NothingElse, Within: within, Since: in.Since, MinCoverage: in.MinCoverage,
		}, client.AsText))
	}
	if in.Since != "" || in.MinCoverage != 0 {
		return nil, errors.New("since and min_coverage need verdict: true")
	}
	v, err := account.VerifyAll(ctx, client.Expectations{Expectations: expected, NothingElse: in.NothingElse, Within: within})
	verified := "verified\n"
	if !v.Verified {
		verified = "not verified\n"
	}
	return dataNotice + "\n\n" + account.Code + ": " + verified + shorten(v.Text()), err
}

// withNotice returns a report of the sandbox for people, as far as it finds room.
func withNotice(text string, err error) (any, error) { return dataNotice + "\n\n" + shorten(text), err }
