package commerce

// CampaignState is where a campaign is on a day. It uses the words of the filter
// Statuses (open question campaign-query) where it has them.
type CampaignState string

// The standings of a campaign.
const (
	DisabledStanding CampaignState = "disabled" // whatever its dates are
	UpcomingStanding CampaignState = "upcoming" // enabled, and StartDate is later
	RunningStanding  CampaignState = "running"  // enabled and within its dates
	ExpiredStanding  CampaignState = "expired"  // enabled, and EndDate is before the day
)

// CampaignState returns where the campaign is on a day.
func (f CampaignFacts) State(day Day) CampaignState {
	switch {
	case !f.Enabled:
		return DisabledStanding
	case f.endsBefore(day):
		return ExpiredStanding
	case f.covers(day):
		return RunningStanding
	}
	return UpcomingStanding
}
