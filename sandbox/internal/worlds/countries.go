package worlds

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

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
