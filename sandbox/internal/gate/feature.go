package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// checkFeature checks that the account has the feature of the operation (section 4.2,
// rule 4).
func checkFeature(c *Call) error {
	flag := c.Operation.Feature
	if flag == "" {
		return nil
	}
	c.stage = featureStage
	if c.Settings.Features[flag] {
		c.Recorder.Check(journal.Check{Name: "feature", Passed: true, Given: string(flag)})
		return nil
	}
	return failCheck(c.Recorder, "feature", commerce.Problemf(catalog.Forbidden, "The account does not have the feature %s", flag).
		Of("feature", "off", string(flag)+" on"))
}
