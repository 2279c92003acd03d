package anonymize

import (
	"regexp"
	"strings"

	"github.com/brianvoe/gofakeit/v7"
)

// sort is what a value is, more finely than its kind.
type sort struct {
	kind     Kind           // "" if not personal
	names    *regexp.Regexp // in the folded names of such values; nil where no name decides
	shortest int            // characters of a value to search for in texts, 0 for never
	other    func(r *Run, value string) string
}

var (
	free     = &sort{} // a text that may repeat personal data of the record
	shopText = &sort{} // a text of the shop about a product, with any words

	email     = &sort{Emails, regexp.MustCompile(`email|mail$`), 0, (*Run).email}
	ip        = &sort{IPs, regexp.MustCompile(`^(|customer|client|remote|shopper|user|buyer|visitor)ip$|ipaddr`), 0, (*Run).ip}
	telephone = &sort{Telephones, regexp.MustCompile(`^(tel|gsm)$|phone|mobile|telefax|fax$`), 4, (*Run).telephone}
	firstName = &sort{Names, regexp.MustCompile(`firstname|givenname|forename|middlename`), 2, words("first", "first")}
	lastName  = &sort{Names, regexp.MustCompile(`lastname|surname|familyname|maidenname`), 2, words("last", "last")}
	fullName  = &sort{Names, regexp.MustCompile(`^(cardholder|contact|person|recipient|holder)$|` +
		`(full|holder|contact|customer|buyer|shopper|recipient|person|user|affiliate|nick)name|contactperson`), 3, words("first", "last")}
	company = &sort{Companies, regexp.MustCompile(`^organi[sz]ation$|(company|organi[sz]ation)name|employer|company$`), 3, plausible("company", (*gofakeit.Faker).Company)}
	zip     = &sort{Addresses, regexp.MustCompile(`postcode|postalcode|zipcode|zip$`), 4, alike("zip", none)}
	street  = &sort{Addresses, regexp.MustCompile(`street|address[123]?$|addressline[12]?$`), 3, plausible("street", (*gofakeit.Faker).Street)}
	city    = &sort{Addresses, regexp.MustCompile(`^((|billing|delivery|shipping|customer)city|town|hometown)$`), 4, plausible("city", (*gofakeit.Faker).City)}
	state   = &sort{Addresses, regexp.MustCompile(`^(state|province|county|region)$`), 0, (*Run).state}

	taxNumber = &sort{TaxNumbers, regexp.MustCompile(`^(cnp|cui|ssn|nif|dni)$|fiscalcode|taxoffice|taxid|taxnumber|taxcode|` +
		`vatid|vatnumber|vatcode|passport|nationalid|registrationnumber`), 4, alike("tax", countryPrefix)}
	cardDigits = &sort{CardDigits, regexp.MustCompile(`^(pan|last4|first6|bin)$|firstdigits|lastdigits|cardnumber|iban|accountnumber`), 0, // four digits are in too many numbers
		alike("card", one)} // the first one is the brand

	// identifier is a code, a reference, a date or a word of a closed set.
	identifier = &sort{names: regexp.MustCompile(`^(refno|ref|orderno|sku|uuid|hash|sha256|invoice|proforma|state|kind)$|` +
		`(code|reference|id|status|date|time|currency|language|type|number|at|key|token)$`)}

	formContent = &sort{Forms, nil, 0, func(*Run, string) string { return blankForm }}
)

// sorts are tried in their order. The first match of a folded name decides.
var sorts = []*sort{email, ip, telephone, firstName, lastName, fullName, company, zip, street, city, state, taxNumber, cardDigits, identifier}

var (
	// persons are the objects with the Name of a person.
	persons = regexp.MustCompile(`^((billing|delivery|customer|gift)details|customer|contact|person|recipient|buyer|shopper|enduser|owner|cardholder)$`)
	// shopTexts are the objects with texts of the shop.
	shopTexts = regexp.MustCompile(`^(productdetails|promotions?|priceoptions|primaryproduct|recommendedproduct)$`)
)

// foldName returns a name in lower case, without signs between its words.
func foldName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(name))
}

// sortOf returns the sort of a value by its name and the name of its object.
func sortOf(name, within string) *sort {
	for _, s := range sorts {
		if s.names.MatchString(name) {
			return s
		}
	}
	switch {
	case name == "name" && persons.MatchString(within):
		return fullName
	case shopTexts.MatchString(within):
		return shopText
	}
	return free
}
