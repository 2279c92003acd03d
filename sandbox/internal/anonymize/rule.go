package anonymize

import (
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// sort is what a value is, more finely than its kind.
type sort uint8

const (
	free       sort = iota // a text that may repeat what the record says about a person
	identifier             // a code, a reference, a date or a word of a closed set
	shopText               // what the shop says about a product, which may have any words
	firstName
	lastName
	fullName
	company
	email
	telephone
	street
	city
	zip
	state
	taxNumber
	cardDigits
	ip
	formContent
)

// kind returns the kind of a sort, "" for one that is not personal.
func (s sort) kind() Kind {
	switch s {
	case firstName, lastName, fullName:
		return Names
	case company:
		return Companies
	case email:
		return Emails
	case telephone:
		return Telephones
	case street, city, zip, state:
		return Addresses
	case taxNumber:
		return TaxNumbers
	case cardDigits:
		return CardDigits
	case ip:
		return IPs
	case formContent:
		return Forms
	}
	return ""
}

// names keeps what the names of a run say, because records have the same ones.
type names struct {
	folded map[string]string
	sorts  map[[2]string]sort
}

// mostNames bounds what names keeps.
const mostNames = 10_000

func newNames() *names { return &names{folded: map[string]string{}, sorts: map[[2]string]sort{}} }

// fold returns the folded text of a name in JSON.
func (n *names) fold(name verbatim.Value) string {
	f, known := n.folded[string(name.Bytes())]
	if !known {
		f = folded(name.Text())
		if len(n.folded) < mostNames {
			n.folded[string(name.Bytes())] = f
		}
	}
	return f
}

func (n *names) sort(name, within string) sort {
	key := [2]string{name, within}
	is, known := n.sorts[key]
	if !known {
		is = sortOf(name, within)
		if len(n.sorts) < mostNames {
			n.sorts[key] = is
		}
	}
	return is
}

// folded returns a name in lower case, without signs between its words.
func folded(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(name))
}

// rules are tried in their order. The first one that a folded name meets decides.
var rules = []struct {
	is     sort
	equal  string // names, with blanks between them
	has    string // parts of names, likewise
	behind string // ends of names, likewise
}{
	{email, "", "email", "mail"},
	{ip, "ip customerip clientip remoteip shopperip userip buyerip visitorip", "ipaddress ipaddr", ""},
	{telephone, "tel gsm", "phone mobile telefax", "fax"},
	{firstName, "", "firstname givenname forename middlename", ""},
	{lastName, "", "lastname surname familyname maidenname", ""},
	{fullName, "cardholder contact person recipient holder", "fullname holdername contactname customername buyername shoppername recipientname personname username affiliatename contactperson nickname", ""},
	{company, "organisation organization", "companyname organisationname organizationname employer", "company"},
	{zip, "", "postcode postalcode zipcode", "zip"},
	{street, "", "street", "address address1 address2 address3 addressline addressline1 addressline2"},
	{city, "city town billingcity deliverycity shippingcity customercity hometown", "", ""},
	{state, "state province county region", "", ""},
	{taxNumber, "cnp cui ssn nif dni", "fiscalcode taxoffice taxid taxnumber taxcode vatid vatnumber vatcode passport nationalid registrationnumber", ""},
	{cardDigits, "pan last4 first6 bin", "firstdigits lastdigits cardnumber iban accountnumber", ""},
	{identifier, "refno ref orderno sku uuid hash sha256 invoice proforma state kind", "", "code reference id status date time currency language type number time at key token"},
}

// persons are the objects whose Name is that of a person.
const persons = "billingdetails deliverydetails customerdetails giftdetails customer contact person recipient buyer shopper enduser owner cardholder"

// shopTexts are the objects whose texts are those of the shop.
const shopTexts = "productdetails promotion promotions priceoptions primaryproduct recommendedproduct"

// sortOf returns what a value is by its name and the name of the object that has it.
func sortOf(name, within string) sort {
	for _, rule := range rules {
		if slices.Contains(strings.Fields(rule.equal), name) || hasPart(name, rule.has) || hasEnd(name, rule.behind) {
			return rule.is
		}
	}
	if name == "name" && slices.Contains(strings.Fields(persons), within) {
		return fullName
	}
	if slices.Contains(strings.Fields(shopTexts), within) {
		return shopText
	}
	return free
}

func hasPart(name, parts string) bool {
	for part := range strings.FieldsSeq(parts) {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

func hasEnd(name, ends string) bool {
	for end := range strings.FieldsSeq(ends) {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
