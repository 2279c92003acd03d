package boltstore

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"

type catalogueBook struct{ tx *tx }

func (c catalogueBook) Product(code string) (commerce.Product, bool, error) {
	return read[commerce.Product](c.tx.table(products), text(code))
}

func (c catalogueBook) PutProduct(p commerce.Product) error {
	return c.tx.keep(products, text(p.Code), "product", p.Code, p)
}

func (c catalogueBook) Partner(code string) (commerce.Partner, bool, error) {
	return read[commerce.Partner](c.tx.table(partners), text(code))
}

func (c catalogueBook) PutPartner(p commerce.Partner) error {
	return c.tx.keep(partners, text(p.Code), "partner", p.Code, p)
}
