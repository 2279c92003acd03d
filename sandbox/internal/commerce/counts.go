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

// Changes are how other records replace those of an account, by kind.
type Changes struct {
	Orders, Campaigns, Customers, Subscriptions, Products, Partners KindChanges
	Settings                                                        KindChanges // of the campaigns
}

// KindChanges are how other records replace those of one kind.
type KindChanges struct {
	Before, After           int // how many there are
	Added, Changed, Removed int
}
