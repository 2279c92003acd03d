package catalog

// The questions with more than one answer; an account chooses.
const (
	Nulls               QuestionID = "nulls"
	SearchStatus        QuestionID = "search-status"
	PageTotals          QuestionID = "page-totals"
	PageCount           QuestionID = "page-count"
	PageStability       QuestionID = "page-stability"
	PageDepth           QuestionID = "page-depth"
	RefundMoney         QuestionID = "refund-money"
	LookupBody          QuestionID = "lookup-body"
	RetrieveUnknown     QuestionID = "retrieve-unknown"
	YesBody             QuestionID = "yes-body"
	CampaignUpdate      QuestionID = "campaign-update"
	CreateStatus        QuestionID = "create-status"
	CampaignStatuses    QuestionID = "campaign-statuses"
	EndedCampaigns      QuestionID = "ended-campaigns"
	RecommendedNotFound QuestionID = "recommended-not-found"
	RESTHash            QuestionID = "rest-hash"
	RESTSkew            QuestionID = "rest-skew"
	RESTAuth            QuestionID = "rest-auth"
	Accept              QuestionID = "accept"
	SessionLife         QuestionID = "session-life"
	SessionFault        QuestionID = "session-fault"
	SOAPHeaders         QuestionID = "soap-headers"
	OptionGroups        QuestionID = "option-groups"
	FutureOrders        QuestionID = "future-orders"
	Progress            QuestionID = "progress"
)

// withChoice are the questions with a choice. The first choice is the default.
var withChoice = []Question{
	{ID: Nulls, Section: "2.1", Basis: Known, Default: "shown",
		Question: "Does an order show keys whose value is null?",
		Answer:   "Yes, with the value null.",
		Advice:   "takes a missing key for null",
		ShownBy:  "retrieve or search two orders",
		Choices: []Choice{
			{"shown", "an order shows the keys whose value is null"},
			{"omitted", "an order leaves out the keys whose value is null"}}},
	{ID: SearchStatus, Section: "4.1", Basis: Documented, Default: "201",
		Question: "Which status does a successful order search have?",
		Answer:   "201, as the interface says, although it is unusual for a search.",
		Advice:   "takes any status from 200 to 299 for success",
		ShownBy:  "search orders: GET /orders/",
		Choices: []Choice{
			{"201", "order search succeeds with 201, as documented"},
			{"200", "order search succeeds with 200 instead of the documented 201"}}},
	{ID: PageTotals, Section: "4.1, 4.2", Basis: Known, Default: "right",
		Question: "What does GrossPrice mean for an order in a listing?",
		Answer:   "The gross price of that order.",
		Advice:   "adds up the orders itself",
		ShownBy:  "search with at least two orders on a page: GET /orders/?Limit=2",
		Choices: []Choice{
			{"right", "GrossPrice in a listing is the order's own gross price"},
			{"running", "GrossPrice in a listing is the sum over the page so far, a quirk of the real service"}}},
	{ID: PageCount, Section: "4.1, 4.2", Basis: Known, Default: "filtered",
		Question: "What does Pagination.Count count?",
		Answer:   "The orders that match the filters.",
		Advice:   "pages until a page is not full, and does not trust the count",
		ShownBy:  "search with a filter that finds some orders, and without: GET /orders/?Status=COMPLETE",
		Choices: []Choice{
			{"filtered", "Pagination.Count counts the orders that match the filters"},
			{"all", "Pagination.Count counts every order, whatever the filters"}}},
	{ID: PageStability, Section: "4.1, 4.2, 4.8", Basis: Chosen, Default: "stable",
		Question: "Do rows move between two page requests?",
		Answer:   "No, only when the data change.",
		Advice:   "survives an order that comes twice or not at all",
		ShownBy:  "read all pages of one search: GET /orders/?Limit=2&Page=1, 2 and so on",
		Choices: []Choice{
			{"stable", "pages join without gap or overlap"},
			{"grows", "from page 2 on, a page begins with the last row of the page before, as if a row had come in at the top"},
			{"shrinks", "from page 2 on, a page skips one row, as if a row had gone from the top"}}},
	{ID: PageDepth, Section: "4.1", Basis: Known, Default: "any",
		Question: "How many pages can a client request?",
		Answer:   "Any number; a page beyond the last is empty.",
		Advice:   "narrows the search before page 201",
		ShownBy:  "ask for page 201: GET /orders/?Limit=1&Page=201",
		Choices: []Choice{
			{"any", "every page can be requested"},
			{"200", "page 201 and beyond fail with 400 PAGINATION_PAGE_PARAMETER_INVALID"}}},
	{ID: RefundMoney, Section: "2.1", Basis: Known, Default: "positive",
		Question: "Are the amounts of a refunded order positive or negative?",
		Answer:   "Positive, as before the refund.",
		Advice:   "uses the absolute amount of a refund",
		ShownBy:  "retrieve a refunded order: GET /orders/{ref}/",
		Choices: []Choice{
			{"positive", "the amounts of a refunded order stay positive, as before the refund"},
			{"negative", "the amounts of a refunded order are negative"}}},
	{ID: LookupBody, Section: "4.3, 4.4", Basis: Likely, Default: "json",
		Question: "In which format do the sale and invoice lookups return the order reference?",
		Answer:   "As a JSON string, in double quotes.",
		Advice:   "takes the quotes off a reference when there are some",
		ShownBy:  "look a sale up: GET /orders/0/sale/?SaleId={id}",
		Choices: []Choice{
			{"json", "the sale and invoice lookups return the reference as a JSON string"},
			{"text", "the sale and invoice lookups return the reference as plain text, without quotes"}}},
	{ID: RetrieveUnknown, Section: "4.5", Basis: Chosen, Default: "404",
		Question: "Which status does the answer for an unknown order have?",
		Answer:   "404 with ORDER_NOT_FOUND.",
		Advice:   `takes both for "no such order"`,
		ShownBy:  "retrieve an order that there is not: GET /orders/0/",
		Choices: []Choice{
			{"404", "retrieving an unknown order fails with 404"},
			{"400", "retrieving an unknown order fails with 400 instead of 404"}}},
	{ID: YesBody, Section: "4.6, 4.7", Basis: Likely, Default: "true",
		Question: "Which body does a successful cancellation or upload return?",
		Answer:   "The JSON value true.",
		Advice:   "looks at the status of a cancellation or upload, not at the body",
		ShownBy:  "cancel a purchase order: DELETE /orders/{ref}/",
		Choices: []Choice{
			{"true", "a cancellation or an upload succeeds with the JSON value true"},
			{"empty", "a cancellation or an upload succeeds without a body"}}},
	{ID: CampaignUpdate, Section: "4.8", Basis: Chosen, Default: "replace",
		Question: "Does PUT replace a campaign or change the fields it names?",
		Answer:   "It replaces it: the body is the whole campaign.",
		Advice:   "sends the whole campaign",
		ShownBy:  "read a campaign with an EndDate, and update it without: PUT /upsell/{code}",
		Choices: []Choice{
			{"replace", "an update replaces the campaign: an absent field takes its default"},
			{"merge", "an update changes the fields it names: an absent field stays as it was"}}},
	{ID: CreateStatus, Section: "4.8", Basis: Likely, Default: "201",
		Question: "Which status does the answer to a new campaign have?",
		Answer:   "201, with the campaign's address in Location.",
		Advice:   "takes any status from 200 to 299 for success, and reads `Code` from the body",
		ShownBy:  "create a campaign: POST /upsell",
		Choices: []Choice{
			{"201", "creating a campaign succeeds with 201"},
			{"200", "creating a campaign succeeds with 200 instead of 201"}}},
	{ID: CampaignStatuses, Section: "4.8", Basis: Known, Default: "all",
		Question: "Which campaigns does a search without Statuses find?",
		Answer:   "Campaigns of every status.",
		Advice:   "names the statuses that it wants",
		ShownBy:  "search campaigns without Statuses while one is disabled: GET /upsell",
		Choices: []Choice{
			{"all", "a campaign search without Statuses finds campaigns of every status"},
			{"enabled", "a campaign search without Statuses finds enabled campaigns only"}}},
	{ID: EndedCampaigns, Section: "4.8", Basis: Chosen, Default: "expired",
		Question: "Which Statuses find a campaign that has ended?",
		Answer:   "Expired alone: a campaign has one status, and Enabled and Disabled find those that have not ended.",
		Advice:   "compares the end of a campaign itself",
		ShownBy:  "search the enabled campaigns while one of them has ended: GET /upsell?Statuses=Enabled",
		Choices: []Choice{
			{"expired", "a campaign that has ended is found by Statuses=Expired alone"},
			{"both", "a campaign that has ended is found by Statuses=Expired, and by Enabled or Disabled as before its end"}}},
	{ID: RecommendedNotFound, Section: "4.8", Basis: Likely, Default: "404",
		Question: "What is the answer when no campaign is recommended for a product?",
		Answer:   "404 with UPSELL_CAMPAIGN_NOT_FOUND.",
		Advice:   `takes all three for "none"`,
		ShownBy:  "ask for a product without a campaign: GET /upsell/recommended?ProductCode=none",
		Choices: []Choice{
			{"404", "a product without a recommended campaign gets 404 UPSELL_CAMPAIGN_NOT_FOUND"},
			{"null", "a product without a recommended campaign gets 200 with the JSON value null"},
			{"204", "a product without a recommended campaign gets 204 without a body"}}},
	{ID: RESTHash, Section: "5", Basis: Known, Default: "any",
		Question: "Which digest does the REST hash use?",
		Answer:   "SHA-256, SHA3-256 or MD5, whichever the client used.",
		Advice:   "signs with SHA-256",
		ShownBy:  "sign two calls with different digests",
		Choices: []Choice{
			{"any", "REST credentials may use SHA-256, SHA3-256 or MD5"},
			{"sha256", "REST credentials are accepted with SHA-256 only"},
			{"sha3-256", "REST credentials are accepted with SHA3-256 only"},
			{"md5", "REST credentials are accepted with MD5 only"}}},
	{ID: RESTSkew, Section: "5", Basis: Likely, Default: "5m", Duration: true,
		Question: "How far may the date of the credential header be off?",
		Answer:   "Five minutes from the wall clock or from the account's clock, either way.",
		Advice:   "signs each call with the time in GMT",
		ShownBy:  "make calls with dates that are off by some minutes",
		Choices: []Choice{
			{"5m", "the date of the REST credentials may be off by five minutes"},
			{"1m", "the date of the REST credentials may be off by one minute instead of five"},
			{"off", "the date of the REST credentials is not compared with a clock"}}},
	{ID: RESTAuth, Section: "5", Basis: Known, Default: "all",
		Question: "Do order search and the sale lookup need the credential header?",
		Answer:   "Yes, like every other REST operation.",
		Advice:   "signs every call",
		ShownBy:  "search orders without the credential header: GET /orders/",
		Choices: []Choice{
			{"all", "every REST operation needs the credential header"},
			{"documented", "order search and the sale lookup work without the credential header; a header that is sent is still checked"}}},
	{ID: Accept, Section: "4", Basis: Chosen, Default: "406",
		Question: "What happens when a required Accept header is missing or does not name JSON?",
		Answer: "406 with INVALID_ACCEPT_HEADER. The header must name application/json, alone or in a list; " +
			"*/* alone is not enough.",
		Advice:  "sends `Accept: application/json` with every call",
		ShownBy: "make a call without the header Accept",
		Choices: []Choice{
			{"406", "a missing or different Accept header fails with 406 INVALID_ACCEPT_HEADER"},
			{"lenient", "the Accept header is not checked"}}},
	{ID: SessionLife, Section: "5", Basis: Known, Default: "10m", Duration: true,
		Question: "How long does a SOAP session live?",
		Answer:   "Ten minutes on the account's clock.",
		Advice:   "logs in again when a session has ended",
		ShownBy:  "use a SOAP session again and again until it is refused",
		Choices: []Choice{
			{"10m", "a SOAP session lives ten minutes"},
			{"1m", "a SOAP session lives one minute instead of ten"}}},
	{ID: SessionFault, Section: "4.9", Basis: Known, Default: "FORBIDDEN",
		Question: "Which fault does a call with a wrong or expired session return?",
		Answer:   "FORBIDDEN in both cases.",
		Advice:   "logs in again after either fault",
		ShownBy:  "call upgradePartnerSubscriptions with a wrong session",
		Choices: []Choice{
			{"FORBIDDEN", "a wrong or expired session fails with FORBIDDEN"},
			{"INVALID_SESSION", "a wrong session fails with INVALID_SESSION, an expired one with SESSION_EXPIRED"}}},
	{ID: SOAPHeaders, Section: "4.9", Basis: Likely, Default: "checked",
		Question: "What happens to a SOAP header that the client marks with mustUnderstand?",
		Answer: "The call fails with the fault MustUnderstand, which SOAP prescribes, because the interface has no headers. " +
			"That includes WS-Security and WS-Addressing. A header without that mark is ignored.",
		Advice:  "sends no header that must be understood",
		ShownBy: `make a SOAP call with a header that has mustUnderstand="1"`,
		Choices: []Choice{
			{"checked", "a SOAP header marked with mustUnderstand fails with MustUnderstand"},
			{"ignored", "every SOAP header is ignored, also one marked with mustUnderstand"}}},
	{ID: OptionGroups, Section: "4.9", Basis: Likely, Default: "single",
		Question: "How many pricing options of one group can an upgrade choose?",
		Answer:   "One, unless the product says that its group has several choices; a second one fails with INVALID_PRICING_OPTION.",
		Advice:   "chooses one option of a group",
		Choices: []Choice{
			{"single", "an upgrade chooses one pricing option of a group, unless the product says otherwise"},
			{"several", "an upgrade chooses any number of pricing options of a group"}}},
	{ID: FutureOrders, Section: "4.1, 4.2", Basis: Chosen, Default: "hidden",
		Question: "Do listings have orders that are later than the account's clock?",
		Answer: "No: after the clock was moved back, order search and the customer order list leave them out until it reaches them. " +
			"Their references still find them.",
		Advice: "filters by the dates that it wants",
		Choices: []Choice{
			{"hidden", "order search and the customer order list leave out orders later than the account's clock"},
			{"shown", "order search and the customer order list have orders later than the account's clock"}}},
	{ID: Progress, Section: "3", Basis: Chosen, Default: "manual", PerAccount: true,
		Question: "Does time change records?",
		Answer:   "No: an order and a subscription change by calls and by hand.",
		Advice:   "reads the status of an order before each act",
		Choices: []Choice{
			{"manual", "no record changes because time passes"},
			{"clock", "a change of the account's clock lets what is due happen. After its OrderDate: on day 1 a waiting approval is decided, 1 of 10 against " +
				"the buyer, on day 2 a paid order completes, on day 3 a pending one completes, 1 of 4 or after a failed charge is canceled, on day 30 a " +
				"pending purchase order lapses. A subscription is disabled when it expires"}}},
}
