package boltstore

import (
	"iter"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type productStore struct{ tx *tx }

func (c productStore) Product(code string) (record.Product, bool, error) {
	return getJSON[record.Product](c.tx, products, code)
}

func (c productStore) PutProduct(p record.Product) error { return c.tx.putJSON(products, p.Code, &p) }

func (c productStore) DeleteProduct(code string) error { return c.tx.removeJSON(products, code) }

func (c productStore) ProductCodes() iter.Seq[string] { return c.tx.names(products) }

func (c productStore) Partner(code string) (record.Partner, bool, error) {
	return getJSON[record.Partner](c.tx, partners, code)
}

func (c productStore) PutPartner(p record.Partner) error { return c.tx.putJSON(partners, p.Code, &p) }

func (c productStore) DeletePartner(code string) error { return c.tx.removeJSON(partners, code) }

func (c productStore) PartnerCodes() iter.Seq[string] { return c.tx.names(partners) }
