package sandbox

import (
	"context"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rehearse"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Rehearse finds the failures a test suite does not survive: it runs the suite well
// twice, then under each fault at each of its calls, then under pairs of faults. When ctx
// ends, it returns the trials so far. The error is a *client.GoodRunError if the suite
// fails without a fault; any other error means that no rehearsal was possible.
func Rehearse(ctx context.Context, o client.RehearsalOptions) (client.Rehearsal, error) {
	return rehearse.Rehearse(ctx, o)
}

// CoverageText returns a report of coverage, such as one of merged files, in a format: text,
// markdown or json.
func CoverageText(r client.CoverageReport, format client.Format) (string, error) {
	return report.Coverage(r, format)
}

// VerdictText returns a verdict in a format: text, json or junit.
func VerdictText(v client.Verdict, format client.Format) (string, error) {
	return report.Verdict(v, format)
}

// RunText returns a run in a format: text, json, junit or markdown, with its loss of
// coverage.
func RunText(r client.Run, format client.Format) (string, error) { return report.Run(r, format) }

// RehearsalText returns the report of a rehearsal in a format: text, json, junit, markdown,
// or html: one file without outside parts that looks as the page Rehearsal.
func RehearsalText(r client.Rehearsal, format client.Format) (string, error) {
	if format != client.AsHTML {
		return report.Rehearsal(r, format)
	}
	text, _ := report.Rehearsal(r, client.AsText)
	data, _ := report.Rehearsal(r, client.AsJSON)
	var page strings.Builder
	err := web.WriteReport(&page, "Rehearsal", text, []byte(data))
	return page.String(), err
}

// TrialText returns one trial of a rehearsal for people, without its records and its output.
func TrialText(t client.RehearsalTrial, of client.Rehearsal) string { return report.Trial(t, of) }
