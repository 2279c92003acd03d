package listing

// A search, in a list or in the pages, looks for its text in a whole record as the account
// stores it, and in the names of people as pages write them, which a record has in two
// fields. What it reads of a call is in package calls, of an account in package control.

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
