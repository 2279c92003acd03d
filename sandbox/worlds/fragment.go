package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"

// BuildFragment reads a file in the shape of a world and builds it as an addition to
// the account behind tx, to be written in the same transaction. It may refer to
// records of the account by their codes, references and handles. New records
// take the next numbers of the account's sequences; settings stay as they are
// unless the file tells them. The errors are those of Parse, and also refuse
// lookup that the account has already, and generate. Orders of the request is
// not looked at.
func BuildFragment(tx commerce.Tx, text []byte, name string, r BuildRequest) (commerce.World, error) {
	s := source{name: name, text: text}
	e, err := s.decode()
	if err != nil {
		return commerce.World{}, err
	}
	a, err := newExisting(tx)
	if err != nil {
		return commerce.World{}, err
	}
	n, err := s.check(&e, a)
	if err != nil {
		return commerce.World{}, err
	}
	d, err := newTemplate(&e, n, templateKey{seed: r.Seed}, newFragmentIDs(tx, &e, r.Now))
	if err != nil {
		return commerce.World{}, err
	}
	if e.Settings == nil {
		if d.settings, err = tx.Campaigns().Settings(); err != nil {
			return commerce.World{}, err
		}
	}
	return d.build(s, r.Merchant, r.Now)
}
