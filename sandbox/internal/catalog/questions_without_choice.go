package catalog

// The questions with one answer.
const (
	OrderFields         QuestionID = "order-fields"
	InnerShapes         QuestionID = "inner-shapes"
	VATBase             QuestionID = "vat-base"
	Times               QuestionID = "times"
	SearchEnvelope      QuestionID = "search-envelope"
	SearchOrdering      QuestionID = "search-order" // not SearchOrder, because it reads like SearchOrders
	SearchWindow        QuestionID = "search-window"
	NewerFormat         QuestionID = "newer-format"
	SearchPaging        QuestionID = "search-paging"
	SearchDefaults      QuestionID = "search-defaults"
	BadValue            QuestionID = "bad-value"
	CustomerEnvelope    QuestionID = "customer-envelope"
	CustomerUnknown     QuestionID = "customer-unknown"
	LookupUnknown       QuestionID = "lookup-unknown"
	RetrieveUnpaid      QuestionID = "retrieve-unpaid"
	CancelErrors        QuestionID = "cancel-errors"
	UploadEncoding      QuestionID = "upload-encoding"
	UploadErrors        QuestionID = "upload-errors"
	UploadEffect        QuestionID = "upload-effect"
	CampaignRequired    QuestionID = "campaign-required"
	CampaignAbsent      QuestionID = "campaign-absent"
	CampaignCode        QuestionID = "campaign-code"
	CampaignProducts    QuestionID = "campaign-products"
	DiscountTypes       QuestionID = "discount-types"
	AmountPlaces        QuestionID = "amount-places"
	Booleans            QuestionID = "booleans"
	CampaignErrors      QuestionID = "campaign-errors"
	CampaignQuery       QuestionID = "campaign-query"
	RecommendedMatch    QuestionID = "recommended-match"
	DisplayTypes        QuestionID = "display-types"
	HashRecipe          QuestionID = "hash-recipe"
	AuthErrors          QuestionID = "auth-errors"
	HeaderName          QuestionID = "header-name"
	SOAPStyle           QuestionID = "soap-style"
	PricingOptionsEmpty QuestionID = "pricing-options-empty"
	SOAPResult          QuestionID = "soap-result"
	SOAPUpgrade         QuestionID = "soap-upgrade"
	SOAPMoney           QuestionID = "soap-money"
	LoginFault          QuestionID = "login-fault"
	LoginAlgorithm      QuestionID = "login-algorithm"
	Transitions         QuestionID = "transitions"
	Chargebacks         QuestionID = "chargebacks"
	FeatureDefault      QuestionID = "features"
	GeneralErrors       QuestionID = "general-errors"
	Events              QuestionID = "events"
	RateLimits          QuestionID = "rate-limits"
)

// withoutChoice are the questions with one answer.
var withoutChoice = []Question{
	{ID: OrderFields, Section: "2.1", Basis: Known,
		Question: "Which fields does an order have?",
		Answer: "Those that services with this interface return: reference, states, dates, billing and delivery " +
			"details, payment, customer, partner terms, Items with product, price and subscriptions, promotions, " +
			"totals and refunds. RefNo is a string of digits; Currency is lower case."},
	{ID: InnerShapes, Section: "2.1", Basis: Chosen,
		Question: "Which fields do the parts of an order have that no public sample shows?",
		Answer: "Refunds: Date, Amount, Currency in upper case, Reason, Comment and Items with LineItemReference (the product code), " +
			"Quantity and Amount, as in a public refund request. AdditionalFields: Code, Text, Value. CustomParameters: Name, Value. " +
			"GiftDetails: FirstName, LastName, Email, GiftNote. Authorize3DS: Href, Method, Params, as in a public client library. " +
			"UpSell: CampaignCode and ParentCode, as in CrossSell."},
	{ID: VATBase, Section: "2.1", Basis: Chosen,
		Question: "Is VAT a share of the price before or after discounts?",
		Answer: "After: 100.00 less 10.00 at 20 percent has the VAT 18.00. An order has one VAT, and every gross price is its net price " +
			"plus VAT, so GrossPrice is 118.00 and GrossDiscountedPrice 108.00."},
	{ID: Times, Section: "all", Basis: Known,
		Question: "In which time zone are dates and times?",
		Answer:   "In UTC, all of them."},
	{ID: SearchEnvelope, Section: "4.1", Basis: Known,
		Question: "What does order search return?",
		Answer:   "An object with Items, a list of whole orders, and Pagination with Page, Limit and Count."},
	{ID: SearchOrdering, Section: "4.1", Basis: Chosen,
		Question: "In which order does order search return orders?",
		Answer:   "The newest OrderDate first; of equal dates the higher RefNo first."},
	{ID: SearchWindow, Section: "4.1", Basis: Chosen,
		Question: "Where exactly does the search window begin and end?",
		Answer: "An order exactly 168 hours old is still in the default window. EndDate includes its last second, " +
			"23:59:59; without StartDate and Newer the window still begins 7 days ago. ExternalRefNo does not widen the " +
			"window. StartDate after EndDate is 400."},
	{ID: NewerFormat, Section: "4.1", Basis: Known,
		Question: "How is Newer written?",
		Answer:   "As Unix seconds, which are not negative; Y-m-d and Y-m-d H:i:s are read too."},
	{ID: SearchPaging, Section: "4.1, 4.8", Basis: Likely,
		Question: "Which rules apply to Page and Limit outside the customer order list?",
		Answer: "The same: Page at least 1, default 1; Limit 1 to 200, default 10; the same error codes. A page beyond " +
			"the last is empty, and PagesCount is 0 when nothing matches."},
	{ID: SearchDefaults, Section: "4.1", Basis: Chosen,
		Question: "Which defaults do PartnerOrders and IncludeTestOrders have?",
		Answer:   "false and NO: neither partner nor test orders."},
	{ID: BadValue, Section: "4.1, 4.8", Basis: Chosen,
		Question: "What happens when a filter is not in its list of values or not in its format?",
		Answer:   "400 INVALID_PARAMETER with the name of the filter."},
	{ID: CustomerEnvelope, Section: "4.2", Basis: Likely,
		Question: "What does the customer order list return?",
		Answer:   "The same as order search."},
	{ID: CustomerUnknown, Section: "4.2", Basis: Documented,
		Question: "What is the answer for an unknown customer?",
		Answer:   "400 INVALID_CUSTOMER."},
	{ID: LookupUnknown, Section: "4.3, 4.4", Basis: Likely,
		Question: "What is the answer for a missing or unknown sale or invoice?",
		Answer: "400 INVALID_SALE_ID and 400 INVALID_INVOICE_ID. Every paid order has a sale id (integer) and an " +
			"invoice id (string); the control interface shows both."},
	{ID: RetrieveUnpaid, Section: "4.5", Basis: Known,
		Question: "Can a client retrieve an order that is not approved or not paid?",
		Answer:   "Yes, like any other order."},
	{ID: CancelErrors, Section: "4.6", Basis: Chosen,
		Question: "Which error codes can a cancellation have?",
		Answer: "Checked in this order: 404 ORDER_NOT_FOUND; 400 ORDER_NOT_PURCHASE_ORDER; 400 " +
			"ORDER_CANNOT_BE_CANCELED when the order is finished or canceled."},
	{ID: UploadEncoding, Section: "4.7", Basis: Likely,
		Question: "In which format are File and ClientTime?",
		Answer:   "File is base64 of a file of any type, with or without a data: URL prefix. ClientTime is Y-m-d H:i:s."},
	{ID: UploadErrors, Section: "4.7", Basis: Chosen,
		Question: "Which error codes can an upload have?",
		Answer: "All 400: INVALID_REFERENCE for an unknown order or one that is not a pending purchase order; " +
			"INVALID_FILE_NAME for a name that is empty, over 255 characters or a path; INVALID_FILE; INVALID_CLIENT_TIME."},
	{ID: UploadEffect, Section: "4.7", Basis: Known,
		Question: "What does an upload change?",
		Answer:   "After its first form a purchase order awaits confirmation. The sandbox keeps every further form too."},
	{ID: CampaignRequired, Section: "2.2", Basis: Known,
		Question: "Which campaign fields are required on create and update?",
		Answer: "Name, Enabled, DisplayForManualRenewals, Discount, PrimaryProduct.Code and " +
			"RecommendedProduct.Code."},
	{ID: CampaignAbsent, Section: "2.2", Basis: Known,
		Question: "What does an absent campaign field mean?",
		Answer: "Dates are null: from now, until disabled. Lists are empty. PrimaryProduct.Quantity is 0, any " +
			"quantity; RecommendedProduct.Quantity is 1."},
	{ID: CampaignCode, Section: "4.8", Basis: Chosen,
		Question: "May the body contain the campaign's Code?",
		Answer:   "Not on create. On update it may, when it equals the code in the path."},
	{ID: CampaignProducts, Section: "4.8", Basis: Chosen,
		Question: "May a campaign name products that the account does not have?",
		Answer:   "Yes."},
	{ID: DiscountTypes, Section: "2.2", Basis: Known,
		Question: "Which values can Discount.Type have besides FIXED?",
		Answer:   "PERCENT, with an integer Value from 0 to 100."},
	{ID: AmountPlaces, Section: "2.2, 4.9", Basis: Chosen,
		Question: "How many places may an amount of a campaign or of an extra discount or margin have?",
		Answer: "An amount of a campaign has at most 18 digits on either side of its point, and stays as it is sent. ExtraDiscount and " +
			"ExtraMargin have at most 12, and what they take off is rounded half up to two places."},
	{ID: Booleans, Section: "4", Basis: Known,
		Question: "How are booleans written?",
		Answer:   "In JSON true, false, 0 or 1; in a query also YES and NO, in any case."},
	{ID: CampaignErrors, Section: "4.8", Basis: Chosen,
		Question: "Which error codes can campaign calls have?",
		Answer: "400 INVALID_UPSELL_CAMPAIGN with the name of the field, 400 INVALID_UPSELL_SETTINGS, and on update and delete " +
			"404 UPSELL_CAMPAIGN_NOT_FOUND."},
	{ID: CampaignQuery, Section: "4.8", Basis: Known,
		Question: "What are the filters of campaign search called?",
		Answer: "Name (part of the title; cases are folded as Unicode says, so that ı is not i), PrimaryProductCodes, RecommendedProductCodes, StartsBefore, " +
			"StartsAfter, EndsBefore, EndsAfter (inclusive; a null date matches none), EnabledForRenewals, " +
			"CampaignCodes, Statuses (Enabled, Disabled, Expired), Page, Limit. A list is a repeated key, X[]=, " +
			"X[0]= or separated by commas; behind brackets a comma is a part of the value. The latest created comes first."},
	{ID: RecommendedMatch, Section: "4.8", Basis: Likely,
		Question: "Which campaign is recommended for a product?",
		Answer: "One that is enabled, is within its dates on the account's clock, and has the product as its primary " +
			"product; of several the latest created. Without ProductCode the answer is 400 INVALID_PARAMETER."},
	{ID: DisplayTypes, Section: "2.3", Basis: Known,
		Question: "Which values can UpsellingDisplayType have?",
		Answer:   "overlay (the default) and interstitial."},
	{ID: HashRecipe, Section: "5", Basis: Known,
		Question: "How does a client compute the REST hash?",
		Answer: "As the SOAP hash: an HMAC over length and value of code and date, lengths in bytes, hex in either " +
			"case. A fourth pair, algo, may name the digest; without it the hash itself decides."},
	{ID: AuthErrors, Section: "5", Basis: Known,
		Question: "What is the answer to wrong credentials?",
		Answer: "401 AUTHENTICATION_ERROR. The message differs for a header that is missing or unreadable, a wrong hash or " +
			"code, and a date too far off."},
	{ID: HeaderName, Section: "5", Basis: Known,
		Question: "Which header carries the credentials?",
		Answer: "X-Service-Authentication, and X-Avangate-Authentication, which existing client libraries of this " +
			"interface send; a flag at the start adds more."},
	{ID: SOAPStyle, Section: "4.9", Basis: Tested,
		Question: "Which style does the WSDL of the SOAP endpoint have?",
		Answer: "rpc/literal at ?wsdl; document/literal wrapped at ?wsdl=document; rpc/literal with one request " +
			"object at ?wsdl=request. The endpoint reads the envelopes of all three, SOAP 1.1 and 1.2."},
	{ID: PricingOptionsEmpty, Section: "4.9", Basis: Chosen,
		Question: "May the required list of pricing options be empty?",
		Answer:   "Yes."},
	{ID: SOAPResult, Section: "4.9", Basis: Likely,
		Question: "What does the upgrade return?",
		Answer: "The partner order: RefNo, Status (AWAITING_PAYMENT with lock reason UNPAID_PROFORMA, or " +
			"PENDING_APPROVAL), OrderLockReason, ProformaNumber, TotalAmount, Currency and " +
			"TotalSubscriptionsNumber. On REST that order is PENDING."},
	{ID: SOAPUpgrade, Section: "4.9", Basis: Chosen,
		Question: "Which rules apply to an upgrade?",
		Answer: "INVALID_SUBSCRIPTION for a subscription that is unknown, was not sold by a partner, is disabled, expired or not " +
			"upgradable, is in an upgrade that is not complete, has a partner whom the account does not have, is given twice or " +
			"belongs to another partner than the first. PRODUCT_ERROR for a target that is not on the product's upgrade list or " +
			"has no price in the partner's currency. INVALID_QUANTITY for a quantity that is not a whole number from 1 to 99999. " +
			"INVALID_PRICING_OPTION for an option that the target does not have, that is given twice or that is a second one of its " +
			"group. INVALID_PARAMETER for a parameter that is missing, unreadable or too long, and for an extra above what is left. " +
			"When the order is complete, the subscription has the target as its product and the order as its latest, whose line shows it; the " +
			"line before no longer does. The customer order list has both orders."},
	{ID: SOAPMoney, Section: "4.9", Basis: Chosen,
		Question: "How is the amount of an upgrade computed?",
		Answer: "Options add their percent of the list price: 240.00 with 220 and 30 percent is 840.00 a piece. Quantity is 1 to 99999. " +
			"ExtraDiscount comes off the sum of all items first: 300.00 less 10 percent is 270.00. Both margins are shares of that: the " +
			"partner's 25 percent is 67.50, ExtraMargin of 5 percent 13.50, and TotalAmount 189.00. A FIXED value is one amount per order. " +
			"Each amount is rounded half up to two places."},
	{ID: LoginFault, Section: "5", Basis: Known,
		Question: "Which fault does a failed login return?",
		Answer:   "AUTHENTICATION_FAILED."},
	{ID: LoginAlgorithm, Section: "5", Basis: Known,
		Question: "Does a login with another algorithm than sha256, or without one, open a session?",
		Answer: "Yes, if the hash is right: md5 and sha3-256 too, and without an algorithm whichever of the three the hash has. Older clients " +
			"log in with three arguments and md5. The call has a note, because the document says sha256."},
	{ID: Transitions, Section: "3", Basis: Known,
		Question: "How does an order move from state to state?",
		Answer: "PENDING to AUTHRECEIVED to COMPLETE to REFUND; AUTHRECEIVED to REVERSED; PENDING to CANCELED. " +
			"Purchase orders wait in PENDING for form, confirmation, then payment. Approval: PENDING has WAITING; " +
			"AUTHRECEIVED has WAITING or OK; COMPLETE and REFUND have OK; REVERSED has FRAUD; CANCELED has OK, " +
			"FRAUD or INVALIDDATA."},
	{ID: Chargebacks, Section: "2.1", Basis: Known,
		Question: "Which values can the dispute fields have?",
		Answer: "Resolutions OPEN, WON, LOST, ACCEPTED. Reasons MERCHANDISE_NOT_RECEIVED, NOT_AS_DESCRIBED, " +
			"DUPLICATE_TRANSACTION, FRAUD, NOT_RECOGNIZED, CREDIT_NOT_PROCESSED, AUTHORIZATION_PROBLEM, " +
			"INFO_REQUEST, UNKNOWN. OPEN and WON go with COMPLETE, LOST and ACCEPTED with REFUND or REVERSED: a buyer who wins gets the money back."},
	{ID: FeatureDefault, Section: "4.2", Basis: Chosen,
		Question: "Does a new account have API_GET_CUSTOMER_ORDERS?",
		Answer:   "Yes."},
	{ID: GeneralErrors, Section: "7", Basis: Chosen,
		Question: "Which codes do all other errors have?",
		Answer: "400 INVALID_REQUEST_BODY, 400 INVALID_PARAMETER, 404 NOT_FOUND and 405 METHOD_NOT_ALLOWED " +
			"with the nearest operation, 404 OUTSIDE_INTERFACE for the paths of other interfaces of the service, 413 REQUEST_TOO_LARGE, 500 INTERNAL_ERROR, all in the shape of section 2.5."},
	{ID: Events, Section: "6", Basis: Documented,
		Question: "Which events does the sandbox send?",
		Answer:   "None."},
	{ID: RateLimits, Section: "8", Basis: Documented,
		Question: "Which rate limits apply?",
		Answer:   "None; a scenario answers 429 for clients that need one."},
}
