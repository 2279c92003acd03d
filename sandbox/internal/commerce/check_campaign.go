package commerce

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// campaignFaults are the problems of one draft, each with the JSON path of its
// field (open question campaign-errors).
type campaignFaults []Problem

// wrong adds an invalid value.
func (f *campaignFaults) wrong(field, given, expected string) {
	*f = append(*f, *invalid(catalog.InvalidUpsellCampaign, field, shorten(given), expected))
}

// missing adds an absent required field.
func (f *campaignFaults) missing(field, expected string) {
	*f = append(*f, *Problemf(catalog.InvalidUpsellCampaign, "%s is required", field).Of(field, "", expected))
}

// join returns the faults as one error. Absent fields are one fault, in the place of the first;
// a message names at most 20.
func (f campaignFaults) join() error {
	var all []Problem
	var fields []string
	first := 0
	for _, p := range f {
		if p.Message != p.Field+" is required" || len(fields) == 20 {
			all = append(all, p)
		} else if fields = append(fields, p.Field); len(fields) == 1 {
			first, all = len(all), append(all, p)
		} else {
			all[first].Message = phrase.And(fields...) + " are required"
			all[first].Expected += "; " + p.Field + ": " + p.Expected
		}
	}
	return joinProblems(all)
}

// surplus adds a forbidden field.
func (f *campaignFaults) surplus(field, given, why string) {
	given = shorten(given)
	*f = append(*f, *Problemf(catalog.InvalidUpsellCampaign, "%s must not be sent: %s", field, why).Of(field, given, "absent"))
}

// element returns the JSON path of an element of a list.
func element(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// text returns a required text. It must have at least one character.
func (f *campaignFaults) text(field string, given *string, what string) string {
	switch {
	case given == nil:
		f.missing(field, what)
		return ""
	case *given == "":
		f.wrong(field, "", what)
	}
	return *given
}

// checkRequired returns the problems of absent fields required in a whole campaign
// (open question campaign-required). Method product checks the product codes.
func (d CampaignDraft) checkRequired() campaignFaults {
	var f campaignFaults
	for _, required := range []struct {
		field, expected string
		absent          bool
	}{
		{"Name", nameRule, d.Name == nil},
		{"DisplayForManualRenewals", "true or false", d.DisplayForManualRenewals == nil},
		{"Enabled", "true or false", d.Enabled == nil},
		{"Discount", "an object with Type", d.Discount == nil},
		{"PrimaryProduct", "an object with Code", d.PrimaryProduct == nil},
		{"RecommendedProduct", "an object with Code", d.RecommendedProduct == nil},
	} {
		if required.absent {
			f.missing(required.field, required.expected)
		}
	}
	return f
}

// emptyCampaign returns the campaign to apply a draft to, unless the draft is merged
// with a stored one. The lists are empty, because a nil list shows as null.
func emptyCampaign() record.Campaign {
	return record.Campaign{
		PrimaryProduct:     record.ProductRef{PriceOptions: []record.PriceOption{}},
		RecommendedProduct: record.ProductRef{PriceOptions: []record.PriceOption{}},
		Description:        []record.Localized{},
	}
}

// applyTo copies the draft's present fields into the campaign, objects and lists as
// a whole, and returns all problems. It does not set the code.
func (d CampaignDraft) applyTo(c *record.Campaign) campaignFaults {
	var f campaignFaults
	if d.Name != nil {
		c.Name = f.name(*d.Name)
	}
	if d.StartDate != nil {
		c.StartDate = f.day("StartDate", *d.StartDate)
	}
	if d.EndDate != nil {
		c.EndDate = f.day("EndDate", *d.EndDate)
	}
	if c.StartDate != nil && c.EndDate != nil && c.EndDate.Before(c.StartDate.Time) {
		f.wrong("EndDate", c.EndDate.String(), fmt.Sprintf("StartDate %s or later", c.StartDate))
	}
	replace(&c.DisplayForManualRenewals, d.DisplayForManualRenewals)
	replace(&c.Enabled, d.Enabled)
	if d.Discount != nil {
		c.Discount = f.discount(*d.Discount)
	}
	if d.PrimaryProduct != nil {
		c.PrimaryProduct = f.product("PrimaryProduct", *d.PrimaryProduct, quantityOfPrimary)
	}
	if d.RecommendedProduct != nil {
		c.RecommendedProduct = f.product("RecommendedProduct", *d.RecommendedProduct, quantityOfRecommended)
	}
	if d.Description != nil {
		c.Description = f.description(d.Description)
	}
	return f
}

var nameRule = fmt.Sprintf("a text of 1 to %d characters", catalog.MaxCampaignName)

// name checks the title (sections 2.2 and 8).
func (f *campaignFaults) name(name string) string {
	switch length := utf8.RuneCountInString(name); {
	case length == 0:
		f.wrong("Name", name, nameRule)
	case length > catalog.MaxCampaignName:
		given := fmt.Sprintf("%d characters", length)
		*f = append(*f, *Problemf(catalog.InvalidUpsellCampaign, "Name must be %s, got %s", nameRule, given).Of("Name", given, nameRule))
	}
	return name
}

// day returns a date, nil when it is null or invalid.
func (f *campaignFaults) day(field string, given DraftDay) *record.Day {
	if given.Null {
		return nil
	}
	day, err := record.ParseDay(given.Text)
	if err != nil {
		p := invalid(catalog.InvalidUpsellCampaign, field, shorten(given.Text), "a calendar day in the format Y-m-d, or null")
		p.Message += DayInOtherFormat(given.Text)
		*f = append(*f, *p)
		return nil
	}
	return &day
}

var languageCode = regexp.MustCompile(`^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$`)

// description checks the localized texts: one for each language.
func (f *campaignFaults) description(drafts []LocalizedDraft) []record.Localized {
	texts := make([]record.Localized, len(drafts))
	taken := map[string]string{}
	for i, d := range drafts {
		path := element("Description", i)
		field := path + ".Language"
		texts[i].Language = f.text(field, d.Language, languageRule)
		language := strings.ReplaceAll(strings.ToLower(texts[i].Language), "_", "-")
		switch first, again := taken[language]; {
		case language == "":
		case !languageCode.MatchString(language):
			f.wrong(field, texts[i].Language, languageRule)
		case again:
			f.wrong(field, texts[i].Language, "another language than "+first)
		default:
			taken[language] = field
		}
		if d.Text == nil {
			f.missing(path+".Text", "a text")
			continue
		}
		texts[i].Text = *d.Text
	}
	return texts
}

const languageRule = "a language code such as en or pt-br"
