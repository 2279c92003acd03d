package catalog

// switchable are the questions with a choice. The first token is the default.
var switchable = []Question{
	{ID: Nulls, Section: "2.1", Basis: Known, Default: "shown",
		Question: "Does an order show keys whose value is null?",
		Answer:   "Yes, with the value null.",
		Choices: []Choice{
			{"shown", "the key is there, its value is null"},
			{"omitted", "the key is left out"}}},
	{ID: SearchStatus, Section: "4.1", Basis: Documented, Default: "201",
		Question: "With which status does order search succeed?",
		Answer:   "201, unusual for a search but what the interface says.",
		Choices: []Choice{
			{"201", "as documented"},
			{"200", "as a search usually answers"}}},
	{ID: PageTotals, Section: "4.1, 4.2", Basis: Known, Default: "right",
		Question: "What is GrossPrice of an order in a listing?",
		Answer:   "The gross price of that order.",
		Choices: []Choice{
			{"right", "the order's own gross price"},
			{"running", "the sum over the page so far, a quirk of the real service"}}},
	{ID: PageCount, Section: "4.1, 4.2", Basis: Known, Default: "filtered",
		Question: "What does Pagination.Count count?",
		Answer:   "The orders that match the filters.",
		Choices: []Choice{
			{"filtered", "the orders that match"},
			{"all", "every order, whatever the filters"}}},
	{ID: PageStability, Section: "4.1, 4.2, 4.8", Basis: Chosen, Default: "stable",
		Question: "Do rows move between two page requests?",
		Answer:   "No, only when the data change.",
		Choices: []Choice{
			{"stable", "pages join without gap or overlap"},
			{"grows", "as if a row had come in at the top: from page 2 on the last row of the page before is repeated"},
			{"shrinks", "as if a row had gone from the top: from page 2 on one row is skipped"}}},
	{ID: PageDepth, Section: "4.1", Basis: Known, Default: "any",
		Question: "How many pages can be asked for?",
		Answer:   "Any number; a page beyond the last is empty.",
		Choices: []Choice{
			{"any", "every page is answered"},
			{"200", "page 201 and beyond are 400 PAGINATION_PAGE_PARAMETER_INVALID"}}},
	{ID: RefundMoney, Section: "2.1", Basis: Known, Default: "positive",
		Question: "Which sign has the money of a refunded order?",
		Answer:   "It stays as it was before the refund.",
		Choices: []Choice{
			{"positive", "amounts as at the purchase"},
			{"negative", "every money field with a minus"}}},
	{ID: LookupBody, Section: "4.3, 4.4", Basis: Likely, Default: "json",
		Question: "How is the order reference written that a lookup answers?",
		Answer:   "As a JSON string, in double quotes.",
		Choices: []Choice{
			{"json", "a JSON string"},
			{"text", "the bare reference, without quotes"}}},
	{ID: RetrieveUnknown, Section: "4.5", Basis: Chosen, Default: "404",
		Question: "With which status is an unknown order refused?",
		Answer:   "404 with ORDER_NOT_FOUND.",
		Choices: []Choice{
			{"404", "not found"},
			{"400", "bad request, as other calls refuse bad references"}}},
	{ID: YesBody, Section: "4.6, 4.7", Basis: Likely, Default: "true",
		Question: "What is the body of a successful cancel or upload?",
		Answer:   "The JSON value true.",
		Choices: []Choice{
			{"true", "the JSON value true"},
			{"empty", "no body"}}},
	{ID: CampaignUpdate, Section: "4.8", Basis: Chosen, Default: "replace",
		Question: "Does PUT replace a campaign or change the fields it names?",
		Answer:   "It replaces it: the body is the whole campaign.",
		Choices: []Choice{
			{"replace", "a field left out takes the value of absence"},
			{"merge", "a field left out stays as it was"}}},
	{ID: CreateStatus, Section: "4.8", Basis: Likely, Default: "201",
		Question: "With which status does creating a campaign succeed?",
		Answer:   "201, with the campaign's address in Location.",
		Choices: []Choice{
			{"201", "created"},
			{"200", "like the other campaign calls"}}},
	{ID: CampaignStatuses, Section: "4.8", Basis: Known, Default: "all",
		Question: "Which campaigns does a search without Statuses find?",
		Answer:   "Campaigns of every status.",
		Choices: []Choice{
			{"all", "enabled, disabled and expired ones"},
			{"enabled", "enabled ones only"}}},
	{ID: RecommendedNotFound, Section: "4.8", Basis: Likely, Default: "404",
		Question: "What is answered when no campaign recommends anything beside a product?",
		Answer:   "404 with UPSELL_CAMPAIGN_NOT_FOUND.",
		Choices: []Choice{
			{"404", "UPSELL_CAMPAIGN_NOT_FOUND in the error shape"},
			{"null", "200 with the JSON value null"},
			{"204", "no content"}}},
	{ID: RESTHash, Section: "5", Basis: Known, Default: "any",
		Question: "With which digest is the REST hash computed?",
		Answer:   "SHA-256, SHA3-256 or MD5, whichever the caller used.",
		Choices: []Choice{
			{"any", "any of the three"},
			{"sha256", "SHA-256 only"},
			{"sha3-256", "SHA3-256 only"},
			{"md5", "MD5 only"}}},
	{ID: RESTSkew, Section: "5", Basis: Likely, Default: "5m", Duration: true,
		Question: "How far may the date of the credential header be off?",
		Answer:   "Five minutes from the wall clock or from the account's clock, either way.",
		Choices: []Choice{
			{"5m", "five minutes"},
			{"off", "the date is not compared"}}},
	{ID: RESTAuth, Section: "5", Basis: Known, Default: "all",
		Question: "Do order search and the sale lookup need the credential header?",
		Answer:   "Yes, like every other REST operation.",
		Choices: []Choice{
			{"all", "every REST operation needs it"},
			{"documented", "those two do without; a header that is sent is still checked"}}},
	{ID: Accept, Section: "4", Basis: Chosen, Default: "406",
		Question: "What happens when a required Accept is missing or names something else?",
		Answer: "406 with INVALID_ACCEPT_HEADER. It must name application/json, alone or in a list; " +
			"*/* alone is not enough.",
		Choices: []Choice{
			{"406", "INVALID_ACCEPT_HEADER"},
			{"lenient", "Accept is not looked at"}}},
	{ID: SessionLife, Section: "5", Basis: Known, Default: "10m", Duration: true,
		Question: "How long does a SOAP session live?",
		Answer:   "Ten minutes on the account's clock.",
		Choices: []Choice{
			{"10m", "ten minutes"}}},
	{ID: SessionFault, Section: "4.9", Basis: Known, Default: "FORBIDDEN",
		Question: "Which fault meets a wrong or expired session?",
		Answer:   "FORBIDDEN for both.",
		Choices: []Choice{
			{"FORBIDDEN", "one fault for both"},
			{"INVALID_SESSION", "INVALID_SESSION when wrong, SESSION_EXPIRED when expired"}}},
}
