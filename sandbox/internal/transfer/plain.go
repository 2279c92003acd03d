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
	image, err := tx.Image(p.kind.singular(), p.code)
	if err != nil || image == nil {
		return false, false, err
	}
	if p.kind == Products {
		image, err = normal[record.Product](image)
	} else {
		image, err = normal[record.Partner](image)
	}
	return true, err == nil && bytes.Equal(image, p.text), err
}

// normal returns a record as it is encoded today.
func normal[T any](image []byte) ([]byte, error) {
	var read T
	if err := record.Decode(image, &read); err != nil {
		return nil, err
	}
	return record.Encode(&read)
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
