package record

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
	case f.EndsBefore(day):
		return ExpiredCampaign
	case f.Covers(day):
		return RunningCampaign
	}
	return UpcomingCampaign
}

// Covers reports whether a day is within the campaign's dates, both included.
func (f CampaignFacts) Covers(day Day) bool {
	return (f.StartDate == nil || !f.StartDate.After(day.Time)) && !f.EndsBefore(day)
}

// EndsBefore reports whether the campaign is over on a day.
func (f CampaignFacts) EndsBefore(day Day) bool {
	return f.EndDate != nil && f.EndDate.Before(day.Time)
}
