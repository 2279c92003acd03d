package boltstore

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Restore writes a record from its image, or removes it for nil.
func (t *tx) Restore(kind, id string, image []byte) (err error) {
	text := string(image)
	switch kind {
	case record.OrderKind:
		err = restore(id, image, record.StoredOrder{}, decodeOrderImage, orderStore{t}.Put, orderStore{t}.Delete)
	case record.CampaignKind:
		err = restore(id, image, record.Campaign{Text: text}, record.DecodeText, campaignStore{t}.Put, campaignStore{t}.Delete)
	case record.CustomerKind:
		err = restore(id, image, record.Customer{Text: text}, record.DecodeText, customerStore{t}.Put, func(id string) error {
			reference, err := strconv.ParseInt(id, 10, 64)
			return errors.Join(err, customerStore{t}.Delete(reference))
		})
	case record.SubscriptionKind:
		err = restore(id, image, record.Subscription{}, decodeImage, subscriptionStore{t}.Put, subscriptionStore{t}.Delete)
	case record.ProductKind:
		err = restore(id, image, record.Product{}, decodeImage, productStore{t}.PutProduct, productStore{t}.DeleteProduct)
	case record.PartnerKind:
		err = restore(id, image, record.Partner{}, decodeImage, productStore{t}.PutPartner, productStore{t}.DeletePartner)
	case record.HandleKind:
		put := func(h record.NamedHandle) error { return handleStore{t}.Put(h.Name, h.Handle) }
		err = restore(id, image, record.NamedHandle{}, decodeImage, put, handleStore{t}.Delete)
	case recordKinds[settings]:
		remove := func(id string) error { return t.removeJSON(settings, id) }
		err = restore(id, image, record.UpsellSettings{}, decodeImage, campaignStore{t}.PutSettings, remove)
	default:
		_, err = tableOf(kind)
	}
	if err != nil {
		return fmt.Errorf("%s %s cannot be restored: %w", kind, id, err)
	}
	return nil
}

func restore[R any](id string, image []byte, one R, decode func([]byte, *R) error, put func(R) error, remove func(id string) error) error {
	if image == nil {
		return remove(id)
	}
	if err := decode(image, &one); err != nil {
		return err
	}
	return put(one)
}

func decodeImage[R any](image []byte, into *R) error { return record.Decode(image, into) }

func decodeOrderImage(image []byte, into *record.StoredOrder) error {
	body, internals, ok := record.CutInternals(image)
	if !ok {
		return errors.New("its image has no sandbox")
	}
	into.Text = string(body)
	return errors.Join(record.Decode(internals, &into.OrderInternals), record.DecodeText(body, &into.Order))
}
