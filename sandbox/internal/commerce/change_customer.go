package commerce

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TakenError reports a unique value already held by another record.
type TakenError struct {
	Field, Value string
	Holder       record.Name
}

// Error names the value and the record.
func (e *TakenError) Error() string {
	return fmt.Sprintf("%s %q belongs to %s", e.Field, shorten(e.Value), e.Holder)
}

// ChangeCustomer changes a customer with apply, all or nothing, together with the
// details in the customer's orders and the external reference in the handles. The
// error is an *UnknownRecordError, a *Problem about a value, a *TakenError or a
// *TooManyError.
func (s *Shop) ChangeCustomer(reference int64, apply func(*record.Customer)) ([]Change, error) {
	of := record.Name{Kind: record.CustomerKind, ID: strconv.FormatInt(reference, 10)}
	return s.store.Update(func(tx Tx) error {
		customer, known, err := tx.Customers().Get(reference)
		if err := checkKnown(of, known, err); err != nil {
			return err
		}
		before := customer
		apply(&customer)
		if err := checkCustomer(&customer, &before); err != nil {
			return err
		}
		if err := checkExternal(tx, &customer); err != nil {
			return err
		}
		if err := tx.Customers().Put(customer); err != nil {
			return err
		}
		if err := changeDetails(tx, of, reference, apply); err != nil {
			return err
		}
		return changeCustomerHandles(tx, of, customer.ExternalReference)
	})
}

// checkExternal returns a *TakenError when another customer has the external
// reference.
func checkExternal(tx Tx, c *record.Customer) error {
	if c.ExternalReference == nil {
		return nil
	}
	holder, taken := tx.Customers().ByExternal(*c.ExternalReference)
	if !taken || holder == c.Reference {
		return nil
	}
	return &TakenError{"ExternalCustomerReference", *c.ExternalReference, record.Name{Kind: record.CustomerKind, ID: strconv.FormatInt(holder, 10)}}
}

// changeDetails changes the CustomerDetails of the customer's orders.
func changeDetails(tx Tx, customer record.Name, reference int64, apply func(*record.Customer)) error {
	refs := slices.Collect(tx.Orders().OfCustomer(reference))
	_, err := changeOrders(tx, refs, customer, MaxChangedByHand, func(r *record.StoredOrder) bool {
		if r.Order.CustomerDetails == nil { // of a damaged order
			return false
		}
		apply(r.Order.CustomerDetails)
		return true
	})
	return err
}

// changeCustomerHandles changes the external reference in the handles of a customer.
func changeCustomerHandles(tx Tx, customer record.Name, external *string) error {
	const parameter = "ExternalCustomerReference" // section 4.2
	names, err := HandleNames(tx)
	if err != nil {
		return err
	}
	for _, name := range names[customer] {
		handle, _, err := tx.Handles().Get(name)
		if err != nil {
			return err
		}
		now, had := handle.IDs[parameter]
		if external == nil && !had || external != nil && now == *external {
			continue
		}
		delete(handle.IDs, parameter)
		if external != nil {
			handle.IDs[parameter] = *external
		}
		if err := tx.Handles().Put(name, handle); err != nil {
			return err
		}
	}
	return nil
}

// maxShortText limits the characters of each text of a customer or a product.
const maxShortText = 255

var shortTextRule = fmt.Sprintf("at most %d characters without control characters", maxShortText)

// checkCustomer checks the changed values and returns all problems together. A record from
// outside keeps its unchanged values, valid or not.
func checkCustomer(c *record.Customer, before *record.Customer) error {
	var problems []Problem
	for _, text := range []struct {
		name      string
		now, then *string
	}{
		{"ExternalCustomerReference", c.ExternalReference, before.ExternalReference},
		{"FirstName", &c.FirstName, &before.FirstName}, {"LastName", &c.LastName, &before.LastName},
		{"Company", c.Company, before.Company}, {"FiscalCode", c.FiscalCode, before.FiscalCode},
		{"Address1", &c.Address1, &before.Address1}, {"Address2", c.Address2, before.Address2},
		{"City", &c.City, &before.City}, {"State", c.State, before.State}, {"Zip", &c.Zip, &before.Zip},
		{"CountryCode", &c.CountryCode, &before.CountryCode}, {"Phone", c.Phone, before.Phone}, {"Fax", c.Fax, before.Fax},
		{"Email", &c.Email, &before.Email}, {"Language", &c.Language, &before.Language},
	} {
		if text.now == nil || text.then != nil && *text.then == *text.now {
			continue
		}
		if rule := customerRule(text.name, *text.now); rule != "" {
			problems = append(problems, *invalid(catalog.InvalidParameter, text.name, shorten(*text.now), rule))
		}
	}
	return joinProblems(problems)
}

// customerRule returns the rule broken by a text of a customer, "" for none.
func customerRule(name, text string) string {
	twoLetters := len(text) == 2 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
	_, domain, _ := strings.Cut(text, "@")
	switch {
	case (name == "CountryCode" || name == "Language") && !twoLetters:
		return "two lower-case letters"
	case name == "Email" && (domain == "" || strings.ContainsAny(text, " \t")):
		return "an e-mail address"
	case !isShortText(text):
		return shortTextRule
	}
	return ""
}

// isShortText reports whether a text has a valid length and valid characters for the
// texts of customers and products.
func isShortText(text string) bool {
	return utf8.RuneCountInString(text) <= maxShortText && !strings.ContainsFunc(text, unicode.IsControl)
}
