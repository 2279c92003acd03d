package transfer

import (
	"bytes"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// plain is a record that no other one implies, and that is stored as it is encoded: a product or a
// partner.
type plain struct {
	found
	kind Kind
	code string
	text []byte
}

// readPlain reads a record in the names of the control interface.
func readPlain[T any](r *reader, in raw, kind Kind, code func(*T) string) {
	p, read := plain{found: r.locate(in), kind: kind}, new(T)
	if !own(r, in, read) {
		return
	}
	p.code = code(read)
	r.requires(in.path+".code", p.code)
	r.addReference(nameOf[kind], p.code, in.path+".code")
	p.text, _ = record.Encode(read) // it was decoded
	r.batch.plain = append(r.batch.plain, p)
}

// compare reports whether the account has a record of the code, and whether it is the same.
func (p *plain) compare(tx commerce.Tx) (has, same bool, err error) {
	var stored any
	if p.kind == Products {
		stored, has, err = tx.Products().Product(p.code)
	} else {
		stored, has, err = tx.Products().Partner(p.code)
	}
	if err != nil || !has {
		return false, false, err
	}
	text, err := record.Encode(stored)
	return true, bytes.Equal(text, p.text), err
}

func (a *addition) addPlain() error {
	for i := range a.plain {
		p := &a.plain[i]
		known, same, err := p.compare(a.tx)
		if err != nil {
			return err
		}
		if same {
			continue
		}
		a.count(p.kind, known)
		if err := a.tx.Restore(p.kind.singular(), p.code, p.text); err != nil {
			return err
		}
	}
	return nil
}
