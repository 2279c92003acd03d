package listing

// What a search for a text reads, in a list or in the pages. Of an order and a campaign it is the
// JSON of the interface, of other records all that is stored. The first and the last name of
// people are read together too. Handles and what the interface does not show of an order, such
// as its sale and its invoice, have fields of their own. What is read of a call is in package
// calls, of an account in package control.

// contains reports whether a function finds a text in the JSON of a record.
func (r *Reader) contains(kind, id string, in func([]byte) bool) bool {
	image, err := r.Tx.Image(kind, id)
	return err == nil && in(image)
}

func (o *anOrder) search(contains func([]byte) bool) bool {
	return contains(o.body()) || contains([]byte(o.brief().Name))
}

func (c *aCustomer) search(contains func([]byte) bool) bool {
	return contains([]byte(c.Name)) || c.reader.contains(Customer, c.reference(), contains)
}

func (c *aCampaign) search(contains func([]byte) bool) bool { return contains(c.body) }

func (s *aSubscription) search(contains func([]byte) bool) bool {
	return s.reader.contains(Subscription, s.Reference, contains)
}

func (p *aProduct) search(contains func([]byte) bool) bool {
	return p.reader.contains(Product, p.Code, contains)
}

func (p *aPartner) search(contains func([]byte) bool) bool {
	return p.reader.contains(Partner, p.Code, contains)
}
