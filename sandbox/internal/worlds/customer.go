package worlds

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// record returns the customer of an entry. Omitted fields are random, but cannot
// reach a real person: mail goes to a reserved domain, phone numbers begin with
// 555.
func (e *customerEntry) record(reference int64, f *gofakeit.Faker) record.Customer {
	home := pick(f, countries)
	first, last := f.FirstName(), f.LastName()
	company, street := f.LastName(), f.StreetName()
	number, phone := f.Number(1, 99), f.IntN(100)
	p := &e.Person
	if p.Country != "" {
		home = countryOf(p.Country)
		home.code = p.Country
	}
	town := home.cities[f.IntN(len(home.cities))]
	c := record.Customer{
		Reference: reference, ExternalReference: optional(e.External),
		FirstName: or(p.FirstName, first), LastName: or(p.LastName, last),
		Company:  optional(p.Company),
		Address1: or(string(p.Address), fmt.Sprintf("%d %s", number, street)), Address2: optional(p.Address2),
		City: town.name, State: optional(town.state), Zip: town.zip,
		CountryCode: home.code, Language: home.language,
		Phone: optional(or(string(p.Phone), fmt.Sprintf("55501%02d", phone))), Enabled: true,
	}
	if p.Company == "" && chance(f, 40) {
		c.Company = optional(company + " Works")
	}
	if p.City != "" || p.Zip != "" || p.State != "" { // otherwise a given city would be in a random state
		c.City, c.Zip, c.State = or(p.City, town.name), or(string(p.Zip), town.zip), optional(p.State)
	}
	c.Email = or(p.Email, email(c.FirstName, c.LastName, reference))
	e.Set.over(&c)
	return c
}

// email returns an address made unique by the reference, at a domain reserved for
// tests.
func email(first, last string, reference int64) string {
	letters := func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}
	return strings.Map(letters, strings.ToLower(first)) + "." + strings.Map(letters, strings.ToLower(last)) + "." +
		strconv.FormatInt(reference, 10) + "@example.test"
}

// customer returns generated customer i. Every second one has an external
// reference.
func (g *generator) customer(i int) *record.Customer {
	if i < len(g.cached) {
		return &g.cached[i]
	}
	reference := g.firstCustomer + int64(i)
	e := customerEntry{}
	if i%2 == 0 {
		e.External = text("CRM-" + strconv.FormatInt(reference, 10))
	}
	if g.externals[string(e.External)] { // a listed customer has it
		e.External = ""
	}
	one := e.record(reference, newFaker(g.seed, "customer", uint64(i)))
	return &one
}

// optional returns nil for "".
func optional[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	plain := string(s)
	return &plain
}

func or[T ~string](s, other T) T {
	if s == "" {
		return other
	}
	return s
}
