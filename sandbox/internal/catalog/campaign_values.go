package catalog

// DiscountType is how a campaign or an upgrade lowers a price (sections 2.2 and
// 4.9, open question discount-types).
type DiscountType string

// The types of a discount.
const (
	FixedDiscount   DiscountType = "FIXED"   // an amount of money
	PercentDiscount DiscountType = "PERCENT" // a share of the price
)

// Values returns every type of a discount.
func (DiscountType) Values() []DiscountType { return []DiscountType{FixedDiscount, PercentDiscount} }

// DisplayType is how the shop shows its campaigns (section 2.3, open question
// display-types).
type DisplayType string

// The values of UpsellingDisplayType.
const (
	OverlayDisplay      DisplayType = "overlay" // the default
	InterstitialDisplay DisplayType = "interstitial"
)

// Values returns every value of UpsellingDisplayType.
func (DisplayType) Values() []DisplayType { return []DisplayType{OverlayDisplay, InterstitialDisplay} }

// CampaignStatus is a value of the filter Statuses (open question campaign-query). A
// finished campaign is also Enabled or Disabled, as its field Enabled says.
type CampaignStatus string

// The values of the filter Statuses.
const (
	EnabledCampaign  CampaignStatus = "Enabled"
	DisabledCampaign CampaignStatus = "Disabled"
	ExpiredCampaign  CampaignStatus = "Expired" // EndDate is before today
)

// Values returns every value of the filter Statuses.
func (CampaignStatus) Values() []CampaignStatus {
	return []CampaignStatus{EnabledCampaign, DisabledCampaign, ExpiredCampaign}
}
