package commerce

// Counts are how many records of each kind an account has.
type Counts struct {
	Orders        int `json:"orders"`
	Campaigns     int `json:"campaigns"`
	Customers     int `json:"customers"`
	Subscriptions int `json:"subscriptions"`
	Products      int `json:"products"`
	Partners      int `json:"partners"`
}
