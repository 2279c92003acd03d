package commerce

// CampaignState is where a campaign is on a day. It uses the words of the filter
// Statuses (open question campaign-query) where it has them.
type CampaignState string

// The states of a campaign.
const (
	DisabledCampaign CampaignState = "disabled" // whatever its dates are
	UpcomingCampaign CampaignState = "upcoming" // enabled, and StartDate is later
	RunningCampaign  CampaignState = "running"  // enabled and within its dates
	ExpiredCampaign  CampaignState = "expired"  // enabled, and EndDate is before the day
)

// State returns where the campaign is on a day.
func (f CampaignFacts) State(day Day) CampaignState {
	switch {
	case !f.Enabled:
		return DisabledCampaign
	case f.endsBefore(day):
		return ExpiredCampaign
	case f.covers(day):
		return RunningCampaign
	}
	return UpcomingCampaign
}
