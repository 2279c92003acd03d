package gate

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// PreviewHeader asks with the value 1 for a preview: the call is answered as it
// would be, but nothing is stored, no account is opened, no counter moves, and no
// scenario delays the call. The answer repeats it.
const PreviewHeader = "X-Sandbox-Preview"

const previewValue = "1"

// DiscardedHeader marks with 1 the answer of a call whose changes were not stored,
// because its account discards them.
const DiscardedHeader = "X-Sandbox-Discarded"

// ReadPreview reads the header of a preview. Another value than 1 fails the call later,
// once its account is known; until then the call is a preview too, so a misspelled
// value stores nothing.
func (c *Call) ReadPreview(r *http.Request) {
	if values, asked := r.Header[PreviewHeader]; asked {
		c.Recorder.Preview, c.Preview = true, strings.Join(values, ", ")
	}
}

// checkPreview checks the value of the header.
func (c *Call) checkPreview() error {
	if !c.Recorder.Preview || c.repeats != nil || c.Preview == previewValue {
		return nil
	}
	return failCheck(c.Recorder, "preview", commerce.Problemf(catalog.SandboxPreview,
		"%s must be %s, or absent for a call that is carried out, got %q", PreviewHeader, previewValue, c.Preview).
		Of(PreviewHeader, c.Preview, previewValue))
}
