package gate

import (
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

// checkPreview checks the value of the header. Until then a call with another value than 1 is
// a preview too, so a misspelled value stores nothing.
func (c *Call) checkPreview() error {
	if !c.Recorder.Preview || c.repeats != nil || c.Preview == previewValue {
		return nil
	}
	return failCheck(c.Recorder, "preview", commerce.Problemf(catalog.SandboxPreview,
		"%s must be %s, or absent for a call that is carried out, got %q", PreviewHeader, previewValue, c.Preview).
		Of(PreviewHeader, c.Preview, previewValue))
}
