package worlds

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
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
		FirstName: cmp.Or(p.FirstName, first), LastName: cmp.Or(p.LastName, last),
		Company:  optional(p.Company),
		Address1: cmp.Or(string(p.Address), fmt.Sprintf("%d %s", number, street)), Address2: optional(p.Address2),
		City: town.name, State: optional(town.state), Zip: town.zip,
		CountryCode: home.code, Language: home.language,
		Phone: optional(cmp.Or(string(p.Phone), fmt.Sprintf("55501%02d", phone))), Enabled: true,
	}
	if p.Company == "" && chance(f, 40) {
		c.Company = optional(company + " Works")
	}
	if p.City != "" || p.Zip != "" || p.State != "" { // otherwise a given city would be in a random state
		c.City, c.Zip, c.State = cmp.Or(p.City, town.name), cmp.Or(string(p.Zip), town.zip), optional(p.State)
	}
	letters := func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}
	c.Email = cmp.Or(p.Email, fmt.Sprintf("%s.%s.%d@example.test", // unique by the reference, at a domain reserved for tests
		strings.Map(letters, strings.ToLower(c.FirstName)), strings.Map(letters, strings.ToLower(c.LastName)), reference))
	e.Set.over(&c)
	return c
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

// country is a country of customers with its properties.
type country struct {
	code     string // two letters, lower case
	language string // two letters, lower case
	currency string // upper case
	vat      int64  // percent
	cities   []city
}

type city struct{ name, zip, state string }

// countries are the choices for random customers. Euro countries are more
// likely, because there are more of them.
var countries = []country{
	{"fr", "fr", "EUR", 20, []city{{"Lyon", "69001", ""}, {"Nantes", "44000", ""}}},
	{"de", "de", "EUR", 19, []city{{"Leipzig", "04109", ""}, {"Bremen", "28195", ""}}},
	{"nl", "nl", "EUR", 21, []city{{"Utrecht", "3511", ""}, {"Groningen", "9711", ""}}},
	{"es", "es", "EUR", 21, []city{{"Valencia", "46001", ""}, {"Bilbao", "48001", ""}}},
	{"it", "it", "EUR", 22, []city{{"Torino", "10121", ""}, {"Parma", "43121", ""}}},
	{"ie", "en", "EUR", 23, []city{{"Cork", "T12", ""}, {"Galway", "H91", ""}}},
	{"gb", "en", "GBP", 20, []city{{"Leeds", "LS1", ""}, {"Bristol", "BS1", ""}}},
	{"us", "en", "USD", 0, []city{{"Portland", "97201", "Oregon"}, {"Austin", "73301", "Texas"}, {"Madison", "53703", "Wisconsin"}}},
	{"ca", "en", "USD", 5, []city{{"Calgary", "T2P", "Alberta"}}},
}

// otherCountry is used for an unlisted country.
var otherCountry = country{language: "en", currency: "USD", cities: []city{{"Newtown", "10000", ""}}}

func countryOf(country string) country {
	for _, p := range countries {
		if p.code == country {
			return p
		}
	}
	return otherCountry
}

func (p country) vatPercent() record.Money { return record.Cents(p.vat * 100) }

// newFaker returns the source of all chance in one record.
func newFaker(seed int64, kind string, index uint64) *gofakeit.Faker {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(kind)) // it never fails
	h := hash.Sum64()
	return gofakeit.NewFaker(rand.NewPCG(mix(uint64(seed)^h), mix(index+h)), false)
}

// mix returns a random-looking number, a different one for each x (the last step of
// splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// chance is true in share of 100 cases.
func chance(f *gofakeit.Faker, share int) bool { return f.IntN(100) < share }

func pick[T any](f *gofakeit.Faker, from []T) T { return from[f.IntN(len(from))] }
