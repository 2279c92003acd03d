package catalog

// Code is the error code of a failure: error_code on REST (section 2.5), the
// fault code on SOAP.
type Code string

// The error codes. The interface states the first four (section 7); the others
// are answers to the open question each group names.
const (
	InvalidCustomer Code = "INVALID_CUSTOMER"
	InvalidPage     Code = "PAGINATION_PAGE_PARAMETER_INVALID"
	InvalidLimit    Code = "PAGINATION_LIMIT_PARAMETER_INVALID"
	Forbidden       Code = "FORBIDDEN" // on SOAP also a wrong session, open question session-fault

	// Open questions lookup-unknown, retrieve-unknown and cancel-errors.
	InvalidSaleID         Code = "INVALID_SALE_ID"
	InvalidInvoiceID      Code = "INVALID_INVOICE_ID"
	OrderNotFound         Code = "ORDER_NOT_FOUND"
	OrderNotPurchaseOrder Code = "ORDER_NOT_PURCHASE_ORDER"
	OrderCannotBeCanceled Code = "ORDER_CANNOT_BE_CANCELED"

	// Open question upload-errors.
	InvalidReference  Code = "INVALID_REFERENCE"
	InvalidFileName   Code = "INVALID_FILE_NAME"
	InvalidFile       Code = "INVALID_FILE"
	InvalidClientTime Code = "INVALID_CLIENT_TIME"

	// Open questions campaign-errors and recommended-not-found.
	InvalidUpsellCampaign  Code = "INVALID_UPSELL_CAMPAIGN"
	InvalidUpsellSettings  Code = "INVALID_UPSELL_SETTINGS"
	UpsellCampaignNotFound Code = "UPSELL_CAMPAIGN_NOT_FOUND"

	// Open questions login-fault and session-fault.
	AuthenticationFailed Code = "AUTHENTICATION_FAILED"
	InvalidSession       Code = "INVALID_SESSION"
	SessionExpired       Code = "SESSION_EXPIRED"

	// Open question soap-headers.
	MustUnderstand Code = "MUST_UNDERSTAND"

	// Open question soap-upgrade.
	InvalidSubscription  Code = "INVALID_SUBSCRIPTION"
	ProductError         Code = "PRODUCT_ERROR"
	InvalidQuantity      Code = "INVALID_QUANTITY"
	InvalidPricingOption Code = "INVALID_PRICING_OPTION"

	// Open questions auth-errors, accept and general-errors.
	AuthenticationError Code = "AUTHENTICATION_ERROR"
	InvalidAcceptHeader Code = "INVALID_ACCEPT_HEADER"
	InvalidRequestBody  Code = "INVALID_REQUEST_BODY"
	InvalidParameter    Code = "INVALID_PARAMETER"
	NotFound            Code = "NOT_FOUND"
	OutsideInterface    Code = "OUTSIDE_INTERFACE"
	MethodNotAllowed    Code = "METHOD_NOT_ALLOWED"
	RequestTooLarge     Code = "REQUEST_TOO_LARGE"
	InternalError       Code = "INTERNAL_ERROR"

	// The sandbox's own. SandboxScenario: the call names an unknown or unsuitable scenario.
	// SandboxPreview: it asks for a preview wrongly. CrossSite: a browser sent the call from a page
	// of another site. TooManyAccounts: the call would open more accounts than allowed.
	// InsufficientStorage: the disk is full. AccountBusy: the records of the account are being
	// replaced or copied for longer than a call waits.
	SandboxScenario     Code = "SANDBOX_SCENARIO"
	SandboxPreview      Code = "SANDBOX_PREVIEW"
	CrossSite           Code = "CROSS_SITE"
	TooManyAccounts     Code = "TOO_MANY_ACCOUNTS"
	InsufficientStorage Code = "INSUFFICIENT_STORAGE"
	AccountBusy         Code = "ACCOUNT_BUSY"
)
