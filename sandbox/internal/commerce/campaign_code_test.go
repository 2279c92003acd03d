package commerce_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestIsCampaignCode distinguishes the code of a new campaign from other spellings.
func TestIsCampaignCode(t *testing.T) {
	t.Parallel()
	code := commerce.NewCampaignCode(moved, "", 1)
	for text, want := range map[string]bool{
		code: true, code[:35]: false, code + "0": false, "": false, "0199A2B4-6f00-7c31-9d58-3b1f6a2e7c40": false, "0199a2b4-6f00-7c31-9d58+3b1f6a2e7c40": false,
		"0199a2b46f00--7c31-9d58-3b1f6a2e7c40": false, "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c4x": false,
	} {
		if got := commerce.IsCampaignCode(text); got != want {
			t.Errorf("%q is a code: %t", text, got)
		}
	}
}
