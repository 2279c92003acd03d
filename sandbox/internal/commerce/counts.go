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
	Before, After  int // how many there are
	Added, Changed int
	Edited         int // changed, and not only because they were seeded at another time
	Removed        int
}

// EditedSince counts the changed records as edited, but no more of a kind than
// differ from the world that the records were seeded with.
func (c *Changes) EditedSince(seeded Changes) {
	from := seeded.kinds()
	for i, kind := range c.kinds() {
		kind.Edited = min(kind.Changed, from[i].Changed)
	}
}

func (c *Changes) kinds() []*KindChanges {
	return []*KindChanges{&c.Orders, &c.Campaigns, &c.Customers, &c.Subscriptions, &c.Products, &c.Partners, &c.Settings}
}
