package sandbox

import (
	"bytes"
	"context"
	"io"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rehearse"
	"github.com/commerce-sandbox/commerce-sandbox/web"
)

// Rehearse finds the failures that a test suite does not survive: it runs the suite well
// twice, then under each fault at each of its calls, then under pairs of faults. When ctx
// ends, it returns what was tried by then. The error is a *client.GoodRunError when the
// suite fails without a fault, or says what cannot be done at all.
func Rehearse(ctx context.Context, o client.RehearsalOptions) (client.Rehearsal, error) {
	return rehearse.Rehearse(ctx, o)
}

// WriteRehearsalHTML writes a report as one HTML file without outside parts, which looks as
// the page Rehearsal. The error is the writer's.
func WriteRehearsalHTML(w io.Writer, r client.Rehearsal) error {
	var text, data bytes.Buffer
	if err := r.Write(&text, client.RehearsalText); err != nil {
		return err
	}
	if err := r.Write(&data, client.RehearsalJSON); err != nil {
		return err
	}
	return web.WriteReport(w, "Rehearsal", text.String(), data.Bytes())
}
