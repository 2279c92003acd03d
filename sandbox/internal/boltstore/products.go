package boltstore

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"

type productStore struct{ tx *tx }

func (c productStore) Product(code string) (commerce.Product, bool, error) {
	return getJSON[commerce.Product](c.tx.table(products), textKey(code))
}

func (c productStore) PutProduct(p commerce.Product) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	return c.tx.putJSON(products, textKey(p.Code), "product", p.Code, &p)
}

func (c productStore) Partner(code string) (commerce.Partner, bool, error) {
	return getJSON[commerce.Partner](c.tx.table(partners), textKey(code))
}

func (c productStore) PutPartner(p commerce.Partner) error {
	if err := c.tx.room(); err != nil {
		return err
	}
	return c.tx.putJSON(partners, textKey(p.Code), "partner", p.Code, &p)
}
