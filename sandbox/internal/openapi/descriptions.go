package openapi

import "maps"

// descriptions describes each component, by its name, and each of its fields, by the name
// with a dot. The fields of a draft have their rules from the catalogue instead.
var descriptions = together(bodyTexts, orderTexts, personTexts, paymentTexts, itemTexts, priceTexts, campaignTexts)

func together(all ...map[string]string) map[string]string {
	whole := map[string]string{}
	for _, texts := range all {
		maps.Copy(whole, texts)
	}
	return whole
}

// bodyTexts describe the bodies other than records.
var bodyTexts = map[string]string{
	"Error":                     "What went wrong (section 2.5).",
	"Error.message":             "What was wrong and what would be right, for people. The text may change.",
	"ErrorCode":                 "What went wrong, for programs. Each answer of an operation lists the codes that it can have; scenarios answer others too, so any text may come.",
	"OrderReference":            "Reference of the order.",
	"Done":                      "Always true.",
	"OrderForm":                 "The filled form of a purchase order (section 4.7).",
	"OrderPage":                 "A page of orders.",
	"OrderPage.Items":           "The orders of the page.",
	"Pagination":                "Which page this is, and how many orders there are.",
	"Pagination.Page":           "Number of the page, from 1.",
	"Pagination.Limit":          "Most orders on a page.",
	"Pagination.Count":          "Orders on all pages together.",
	"CampaignPage":              "A page of campaigns (section 2.4).",
	"CampaignPage.Page":         "Number of the page, from 1.",
	"CampaignPage.Limit":        "Most campaigns on a page.",
	"CampaignPage.Upsells":      "The campaigns of the page.",
	"CampaignPage.UpsellsCount": "Campaigns on all pages together.",
	"CampaignPage.PagesCount":   "Number of pages, 0 when no campaign matches.",
}
