package boltstore

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

type productStore struct{ tx *tx }

func (c productStore) Product(code string) (record.Product, bool, error) {
	return getJSON[record.Product](c.tx.table(products), textKey(code))
}

func (c productStore) PutProduct(p record.Product) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	return c.tx.putJSON(products, textKey(p.Code), "product", p.Code, &p)
}

func (c productStore) Partner(code string) (record.Partner, bool, error) {
	return getJSON[record.Partner](c.tx.table(partners), textKey(code))
}

func (c productStore) PutPartner(p record.Partner) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	return c.tx.putJSON(partners, textKey(p.Code), "partner", p.Code, &p)
}
