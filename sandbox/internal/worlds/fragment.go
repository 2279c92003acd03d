package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"

// BuildFragment reads a file in the format of a world and builds it as an
// addition to the account of tx. The caller writes it in the same transaction.
// The file may refer to records of the account by code, reference and handle.
// New records get the next numbers of the account's sequences. The settings stay
// unless the file gives some. r.Orders is ignored. The errors are those of
// Parse; in addition, a name that the account uses already and a generate entry
// are errors.
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
