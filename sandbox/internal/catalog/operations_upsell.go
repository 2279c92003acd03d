package catalog

import (
	"net/http"
	"slices"
)

// The operations on upsell campaigns.
const (
	SearchUpsell         OperationID = "search-upsell"          // section 4.8
	CreateUpsell         OperationID = "create-upsell"          // section 4.8
	RecommendedUpsell    OperationID = "recommended-upsell"     // section 4.8
	UpdateUpsell         OperationID = "update-upsell"          // section 4.8
	DeleteUpsell         OperationID = "delete-upsell"          // section 4.8
	ReadUpsellSettings   OperationID = "read-upsell-settings"   // section 4.8
	ChangeUpsellSettings OperationID = "change-upsell-settings" // section 4.8
)

// upsellOperations are the operations of section 4.8. All take the credential
// header.
var upsellOperations = []Operation{
	{
		ID: SearchUpsell, Protocol: REST, Method: http.MethodGet, Path: "/upsell", Section: "4.8",
		Summary:          "Search upsell campaigns",
		Subject:          "Campaign search",
		CredentialListed: true,
		documents: []int{http.StatusOK, http.StatusBadRequest, http.StatusUnauthorized,
			http.StatusInternalServerError},
		parameters: searchUpsellParameters,
		Success: Outcome{Status: http.StatusOK, Condition: "The filters can be read; the page may be empty.",
			dependsOn: dependsOn(CampaignQuery, CampaignStatuses, EndedCampaigns, SearchPaging, PageStability, CampaignAbsent,
				DiscountTypes, Times)},
		failures: []Outcome{
			{Code: InvalidParameter, Status: http.StatusBadRequest,
				Condition: "A filter is outside its list, not in its format, or given twice although it is not a list.",
				dependsOn: dependsOn(BadValue, CampaignQuery, Booleans)},
			{Code: InvalidPage, Status: http.StatusBadRequest,
				Condition: "Page is below 1 or unreadable.", dependsOn: dependsOn(SearchPaging, CampaignQuery)},
			{Code: InvalidLimit, Status: http.StatusBadRequest,
				Condition: "Limit is outside 1 to 200 or unreadable.", dependsOn: dependsOn(SearchPaging, CampaignQuery)},
		},
	},
	{
		ID: CreateUpsell, Protocol: REST, Method: http.MethodPost, Path: "/upsell", Section: "4.8",
		Summary:          "Create an upsell campaign",
		Subject:          "Creating a campaign",
		CredentialListed: true,
		parameters:       campaignFields,
		Success: Outcome{Status: http.StatusCreated, StatusQuestion: CreateStatus, Condition: "The campaign is stored and has a Code.",
			dependsOn: dependsOn(CreateStatus, CampaignRequired, CampaignAbsent, CampaignProducts, DiscountTypes, AmountPlaces, Booleans,
				Times)},
		failures: []Outcome{
			{Code: InvalidUpsellCampaign, Status: http.StatusBadRequest,
				Condition: "A field is missing, breaks its rule, or is Code, which the service generates.",
				dependsOn: dependsOn(CampaignErrors, CampaignRequired, CampaignCode, DiscountTypes, AmountPlaces, Booleans)},
		},
	},
	{
		ID: RecommendedUpsell, Protocol: REST, Method: http.MethodGet, Path: "/upsell/recommended", Section: "4.8",
		Summary:          "Find the campaign recommended for a product",
		Subject:          "The recommendation lookup",
		CredentialListed: true,
		parameters: []Parameter{
			{Name: "ProductCode", In: InQuery, Type: "string", Required: true, Rule: "code of the primary product",
				Question: RecommendedMatch},
		},
		Success: Outcome{Status: http.StatusOK, Condition: "An enabled campaign within its dates has the product as primary.",
			dependsOn: dependsOn(RecommendedMatch, CampaignAbsent, DiscountTypes, Times)},
		failures: []Outcome{
			{Code: InvalidParameter, Status: http.StatusBadRequest,
				Condition: "ProductCode is missing or given twice.", dependsOn: dependsOn(RecommendedMatch)},
			{Code: UpsellCampaignNotFound, Status: http.StatusNotFound,
				Condition: "No campaign is recommended for the product.",
				dependsOn: dependsOn(RecommendedNotFound, RecommendedMatch)},
		},
	},
	{
		ID: UpdateUpsell, Protocol: REST, Method: http.MethodPut, Path: "/upsell/{upsellCode}", Section: "4.8",
		Summary:          "Update an upsell campaign",
		Subject:          "Updating a campaign",
		CredentialListed: true,
		documents:        []int{http.StatusOK, http.StatusBadRequest},
		parameters:       updateUpsellParameters,
		Success: Outcome{Status: http.StatusOK, Condition: "The campaign is stored as the body describes it.",
			dependsOn: dependsOn(CampaignUpdate, CampaignCode, CampaignRequired, CampaignAbsent, CampaignProducts,
				DiscountTypes, AmountPlaces, Booleans, Times)},
		failures: []Outcome{
			{Code: InvalidParameter, Status: http.StatusBadRequest, Condition: missingInPath, dependsOn: dependsOn(GeneralErrors)},
			{Code: InvalidUpsellCampaign, Status: http.StatusBadRequest,
				Condition: "A field is missing, breaks its rule, or is a Code other than the one in the path.",
				dependsOn: dependsOn(CampaignErrors, CampaignUpdate, CampaignRequired, CampaignCode, DiscountTypes, AmountPlaces, Booleans)},
			{Code: UpsellCampaignNotFound, Status: http.StatusNotFound,
				Condition: "No campaign has the code.", dependsOn: dependsOn(CampaignErrors)},
		},
	},
	{
		ID: DeleteUpsell, Protocol: REST, Method: http.MethodDelete, Path: "/upsell/{upsellCode}", Section: "4.8",
		Summary:          "Delete an upsell campaign",
		Subject:          "Deleting a campaign",
		CredentialListed: true, Accept: true,
		documents:  []int{http.StatusOK},
		parameters: []Parameter{upsellCode},
		Success:    Outcome{Status: http.StatusOK, Condition: "The campaign is deleted; the answer has no body."},
		failures: []Outcome{
			{Code: UpsellCampaignNotFound, Status: http.StatusNotFound,
				Condition: "No campaign has the code.", dependsOn: dependsOn(CampaignErrors)},
		},
	},
	{
		ID: ReadUpsellSettings, Protocol: REST, Method: http.MethodGet, Path: "/upsell/settings/campaign/", Section: "4.8",
		Summary:          "Read the upsell display setting",
		Subject:          "Reading the upsell settings",
		CredentialListed: true, Accept: true,
		Success: Outcome{Status: http.StatusOK, Condition: "The credentials and the Accept header are right.",
			dependsOn: dependsOn(DisplayTypes)},
	},
	{
		ID: ChangeUpsellSettings, Protocol: REST, Method: http.MethodPut, Path: "/upsell/settings/campaign/", Section: "4.8",
		Summary:          "Change the upsell display setting",
		Subject:          "Changing the upsell settings",
		CredentialListed: true,
		documents:        []int{http.StatusOK},
		parameters: []Parameter{
			{Name: "UpsellingDisplayType", In: InBody, Type: "string", Required: true,
				Enum: valuesOf[DisplayType](), Rule: "how the shop shows its campaigns", Question: DisplayTypes},
		},
		Success: Outcome{Status: http.StatusOK, Condition: "The setting is stored as the body gives it.",
			dependsOn: dependsOn(DisplayTypes)},
		failures: []Outcome{
			{Code: InvalidUpsellSettings, Status: http.StatusBadRequest,
				Condition: "UpsellingDisplayType is missing or not one of its values.",
				dependsOn: dependsOn(CampaignErrors, DisplayTypes)},
		},
	},
}

var upsellCode = Parameter{Name: "upsellCode", In: InPath, Type: "string", Required: true,
	Rule: "the campaign's Code, a UUID"}

var searchUpsellParameters = []Parameter{
	{Name: "Name", In: InQuery, Type: "string", Rule: "part of the title, in any case", Question: CampaignQuery},
	{Name: "PrimaryProductCodes", In: InQuery, Type: "array of string", Rule: "any of these primary products",
		Question: CampaignQuery},
	{Name: "RecommendedProductCodes", In: InQuery, Type: "array of string", Rule: "any of these recommended products",
		Question: CampaignQuery},
	{Name: "StartsBefore", In: InQuery, Type: "string", Rule: "Y-m-d, that day included", Question: CampaignQuery},
	{Name: "StartsAfter", In: InQuery, Type: "string", Rule: "Y-m-d, that day included", Question: CampaignQuery},
	{Name: "EndsBefore", In: InQuery, Type: "string", Rule: "Y-m-d, that day included", Question: CampaignQuery},
	{Name: "EndsAfter", In: InQuery, Type: "string", Rule: "Y-m-d, that day included", Question: CampaignQuery},
	{Name: "EnabledForRenewals", In: InQuery, Type: "boolean", Rule: "DisplayForManualRenewals of the campaign",
		Question: CampaignQuery},
	{Name: "CampaignCodes", In: InQuery, Type: "array of string", Rule: "UUIDs, any of these campaigns",
		Question: CampaignQuery},
	{Name: "Statuses", In: InQuery, Type: "array of string", Enum: valuesOf[CampaignStatus](),
		Rule: "Expired: EndDate is before today; without it open question campaign-statuses decides", Question: CampaignQuery},
	{Name: "Page", In: InQuery, Type: "integer", Rule: "at least 1", Default: "1", Question: SearchPaging},
	{Name: "Limit", In: InQuery, Type: "integer", Rule: "1 to 200", Default: "10", Question: SearchPaging},
}

// campaignFields are the fields of a campaign in a body (section 2.2). Open question
// campaign-required decides which are required.
var campaignFields = slices.Concat([]Parameter{
	{Name: "Name", In: InBody, Type: "string", Required: true, Rule: "at most 500 characters", Question: CampaignRequired},
	{Name: "StartDate", In: InBody, Type: "string", Rule: "Y-m-d; absent or null means from now", Question: CampaignAbsent},
	{Name: "EndDate", In: InBody, Type: "string", Rule: "Y-m-d; absent or null means until disabled",
		Question: CampaignAbsent},
	{Name: "DisplayForManualRenewals", In: InBody, Type: "boolean", Required: true, Rule: "whether the campaign is shown at manual renewals", Question: CampaignRequired},
	{Name: "Enabled", In: InBody, Type: "boolean", Required: true, Rule: "whether the campaign is enabled", Question: CampaignRequired},
	{Name: "Discount", In: InBody, Type: "object", Required: true, Rule: "what the campaign takes off the price", Question: CampaignRequired},
	{Name: "Discount.Type", In: InBody, Type: "string", Required: true, Enum: valuesOf[DiscountType](), Rule: "FIXED takes off an amount, PERCENT a share", Question: DiscountTypes},
	{Name: "Discount.Value", In: InBody, Type: "integer", Rule: "0 to 100, of a PERCENT discount", Question: DiscountTypes},
	{Name: "Discount.Values", In: InBody, Type: "array of object", Rule: "the amounts of a FIXED discount"},
	{Name: "Discount.Values.Currency", In: InBody, Type: "string", Required: true, Rule: "currency code"},
	{Name: "Discount.Values.Amount", In: InBody, Type: "number", Required: true, Rule: "an amount of at least 0"},
	{Name: "Discount.DefaultCurrency", In: InBody, Type: "string", Rule: "currency code"},
	{Name: "PrimaryProduct", In: InBody, Type: "object", Required: true, Rule: "the product whose shoppers see the campaign", Question: CampaignRequired},
}, productFields("PrimaryProduct", "0"), []Parameter{
	{Name: "RecommendedProduct", In: InBody, Type: "object", Required: true, Rule: "the product that the campaign recommends", Question: CampaignRequired},
}, productFields("RecommendedProduct", "1"), []Parameter{
	{Name: "Description", In: InBody, Type: "array of object", Rule: "localized texts; absent means none",
		Question: CampaignAbsent},
	{Name: "Description.Language", In: InBody, Type: "string", Required: true, Rule: "language code"},
	{Name: "Description.Text", In: InBody, Type: "string", Required: true,
		Rule: "may contain <!--{RECOMMENDED_PRODUCT_NAME}--> and <!--{RECOMMENDED_PRODUCT_PRICE}-->"},
})

func productFields(product, quantity string) []Parameter {
	return []Parameter{
		{Name: product + ".Code", In: InBody, Type: "string", Required: true, Rule: "product code", Question: CampaignRequired},
		{Name: product + ".Quantity", In: InBody, Type: "integer", Rule: "how many of the product", Default: quantity, Question: CampaignAbsent},
		{Name: product + ".PriceOptions", In: InBody, Type: "array of object", Rule: "absent means none",
			Question: CampaignAbsent},
		{Name: product + ".PriceOptions.Code", In: InBody, Type: "string", Required: true, Rule: "price option group code"},
		{Name: product + ".PriceOptions.Options", In: InBody, Type: "array of object", Rule: "the options that are chosen"},
		{Name: product + ".PriceOptions.Options.Code", In: InBody, Type: "string", Required: true, Rule: "code of the option"},
		{Name: product + ".PriceOptions.Options.Value", In: InBody, Type: "integer", Required: true, Rule: "how much of the option"},
	}
}

var updateUpsellParameters = slices.Concat([]Parameter{
	upsellCode,
	{Name: "Code", In: InBody, Type: "string", Rule: "when given, the code in the path", Question: CampaignCode},
}, campaignFields)
