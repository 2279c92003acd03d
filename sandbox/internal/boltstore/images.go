package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Image returns a record as a change shows it, nil when there is none.
func (t *tx) Image(kind, id string) ([]byte, error) {
	var image []byte
	switch kind {
	case "order":
		stored, _ := orderStore{t}.load(id)
		return stored.withInternals(), nil
	case "campaign":
		image, _ = campaignStore{t}.Body(id)
	default:
		in, key, err := placeOf(kind, id)
		if err != nil {
			return nil, err
		}
		image = t.table(in).get(key)
		if in == customers || in == subscriptions {
			stored, _ := parseHeaded(image)
			image = stored.body
		}
	}
	return bytes.Clone(image), nil
}

// placeOf returns the place of a record stored as its image.
func placeOf(kind, id string) (tableID, []byte, error) {
	switch kind {
	case "customer":
		reference, err := strconv.ParseInt(id, 10, 64)
		return customers, numberKey(sortable(reference)), err
	case "subscription":
		return subscriptions, textKey(id), nil
	case "product":
		return products, textKey(id), nil
	case "partner":
		return partners, textKey(id), nil
	case "settings":
		return settings, textKey(id), nil
	case "handle":
		return handles, textKey(id), nil
	}
	return 0, nil, fmt.Errorf("unknown kind of record %q", kind)
}

// Restore writes a record from its image, or removes it for nil.
func (t *tx) Restore(kind, id string, image []byte) error {
	var err error
	if image == nil {
		err = t.removeRecord(kind, id)
	} else {
		err = t.restoreRecord(kind, image)
	}
	if err != nil {
		return fmt.Errorf("%s %s cannot be restored: %w", kind, id, err)
	}
	return nil
}

func (t *tx) removeRecord(kind, id string) error {
	switch kind {
	case "order":
		return orderStore{t}.Delete(id)
	case "campaign":
		return campaignStore{t}.Delete(id)
	case "customer":
		reference, err := strconv.ParseInt(id, 10, 64)
		return errors.Join(err, customerStore{t}.Delete(reference))
	case "subscription":
		return subscriptionStore{t}.Delete(id)
	}
	in, key, err := placeOf(kind, id)
	if err != nil {
		return err
	}
	return t.removeJSON(in, key, kind, id)
}

func (t *tx) restoreRecord(kind string, image []byte) error {
	switch kind {
	case "order":
		stored, err := orderOf(image)
		if err != nil {
			return err
		}
		r, err := stored.decode()
		return putDecoded(err, r, orderStore{t}.Put)
	case "campaign":
		c := record.Campaign{Text: string(image)}
		return putDecoded(record.DecodeText(image, &c), c, campaignStore{t}.Put)
	case "customer":
		c := record.Customer{Text: string(image)}
		return putDecoded(record.DecodeText(image, &c), c, customerStore{t}.Put)
	case "subscription":
		return decodeAndPut(image, subscriptionStore{t}.Put)
	case "product":
		return decodeAndPut(image, productStore{t}.PutProduct)
	case "partner":
		return decodeAndPut(image, productStore{t}.PutPartner)
	case "settings":
		return decodeAndPut(image, campaignStore{t}.PutSettings)
	case "handle":
		return decodeAndPut(image, func(h record.NamedHandle) error { return handleStore{t}.Put(h.Name, h.Handle) })
	}
	return fmt.Errorf("unknown kind of record %q", kind)
}

func decodeAndPut[R any](image []byte, put func(R) error) error {
	var one R
	return putDecoded(record.Decode(image, &one), one, put)
}

func putDecoded[R any](undecoded error, one R, put func(R) error) error {
	if undecoded != nil {
		return undecoded
	}
	return put(one)
}

// orderOf returns the order of an image made by withInternals.
func orderOf(image []byte) (storedOrder, error) {
	body, internals, ok := record.CutInternals(image)
	if !ok {
		return storedOrder{}, errors.New("its image has no sandbox")
	}
	return storedOrder{internals: internals, body: body}, nil
}
