package soap

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Upgrade are the parameters of a partner subscription upgrade (section 4.9). An absent,
// empty or nil value is "", or nil where it is optional; so is the code of a pricing option.
type Upgrade struct {
	SessionID string
	commerce.Upgrade

	Unknown  []string     // paths of ignored elements
	Repeated []Repetition // parameters that are given more than once

	Departures catalog.Departures
}

var (
	upgradeNames = []string{"sessionID", "Items", "ExtraDiscount", "ExtraMargin", "ExternalReferenceNumber", "Comment"}
	itemNames    = []string{"SubscriptionReference", "UpgradeProductCode", "Quantity", "PricingOptions"}
	optionNames  = []string{"Code"}
	extraNames   = []string{"Value", "Type"}
)

// Upgrade returns the parameters of a call of upgradePartnerSubscriptions.
func (r *Request) Upgrade() Upgrade {
	a := argumentsOf(r.call, upgradeNames, "Items")
	u := Upgrade{SessionID: a.get("sessionID").value()}
	if u.SessionID == "" {
		u.SessionID = a.sessionBeside()
	}
	u.Unknown = a.unknown
	if a.respelt {
		u.Departures |= catalog.OtherParameters
	}
	u.readItems(a)
	u.ExtraDiscount = u.extra(a.get("ExtraDiscount"), "ExtraDiscount")
	u.ExtraMargin = u.extra(a.get("ExtraMargin"), "ExtraMargin")
	u.ExternalReferenceNumber = optional(a.get("ExternalReferenceNumber").value())
	u.Comment = optional(a.get("Comment").verbatim()) // a text of the client, blanks included
	u.Repeated = append(a.repeated, u.Repeated...)
	return u
}

func (u *Upgrade) readItems(a arguments) {
	inner := a.scopes[len(a.scopes)-1]
	for i, record := range records(inner.members("Items"), itemNames) {
		path := fmt.Sprintf("Items.item[%d]", i+1)
		u.findUnknown(record, path, itemNames)
		item := commerce.UpgradeItem{
			SubscriptionReference: u.valueOf(record, path, "SubscriptionReference"),
			UpgradeProductCode:    u.valueOf(record, path, "UpgradeProductCode"),
			Quantity:              u.valueOf(record, path, "Quantity"),
		}
		for j, option := range records(record.members("PricingOptions"), optionNames) {
			if option.has("Code") {
				u.findUnknown(option, fmt.Sprintf("%s.PricingOptions.item[%d]", path, j+1), optionNames)
			} else {
				u.Departures |= catalog.PlainOptions
			}
			item.PricingOptions = append(item.PricingOptions, codesOf(option)...)
		}
		u.Items = append(u.Items, item)
	}
}

// codesOf returns the codes of an option. Some clients send one as plain text, some
// several as elements of any name, others send one option with several codes.
func codesOf(option element) []string {
	codes := option.members("Code")
	if len(codes) == 0 {
		codes = option.children
	}
	if len(codes) == 0 {
		return []string{option.value()}
	}
	list := make([]string, len(codes))
	for i, c := range codes {
		list[i] = c.value()
	}
	return list
}

func (u *Upgrade) extra(e element, path string) *commerce.Extra {
	u.findUnknown(e, path, extraNames)
	extra := commerce.Extra{Value: u.valueOf(e, path, "Value"), Type: catalog.DiscountType(u.valueOf(e, path, "Type"))}
	if len(e.children) == 0 {
		extra.Value = e.value()
	}
	if extra == (commerce.Extra{}) {
		return nil
	}
	return &extra
}

func (u *Upgrade) findUnknown(e element, path string, names []string) {
	for _, c := range e.children {
		switch {
		case slices.Contains(names, c.name):
		case isOneOf(c.name, names):
			u.Departures |= catalog.OtherParameters
		default:
			u.Unknown = append(u.Unknown, path+"."+c.name)
		}
	}
}

// valueOf returns the text of the named child, "" when it is absent, empty or nil.
// It records that there are several.
func (u *Upgrade) valueOf(e element, path, name string) string {
	found, times := e.find(name)
	if times > 1 {
		u.Repeated = append(u.Repeated, Repetition{path + "." + name, times})
	}
	return found.value()
}

func optional(v string) *string {
	if v != "" {
		return &v
	}
	return nil
}
