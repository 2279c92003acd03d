package commerce

// Standing is where a campaign is on a day. It uses the words of the filter
// Statuses (open question campaign-query) where it has them.
type Standing string

// The standings of a campaign.
const (
	DisabledStanding Standing = "disabled" // whatever its dates are
	UpcomingStanding Standing = "upcoming" // enabled, and StartDate is later
	RunningStanding  Standing = "running"  // enabled and within its dates
	ExpiredStanding  Standing = "expired"  // enabled, and EndDate is before the day
)

// Standing returns where the campaign is on a day.
func (f CampaignFacts) Standing(day Day) Standing {
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
