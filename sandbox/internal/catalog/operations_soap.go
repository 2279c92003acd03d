package catalog

import "net/http"

// The operations of SOAP.
const (
	Login                       OperationID = "login"                         // section 5
	UpgradePartnerSubscriptions OperationID = "upgrade-partner-subscriptions" // section 4.9
)

// soapOperations are the operations of sections 4.9 and 5.
var soapOperations = []Operation{
	{
		ID: Login, Protocol: SOAP, Action: "login", Section: "5",
		Summary: "Open a session",
		Subject: "The login",
		parameters: []Parameter{
			{Name: "merchantCode", In: InEnvelope, Type: "string", Required: true},
			{Name: "date", In: InEnvelope, Type: "string", Required: true, Rule: "the time in GMT, Y-m-d H:i:s"},
			{Name: "hash", In: InEnvelope, Type: "string", Required: true,
				Rule: "HMAC, keyed with the secret, of the lengths and values of merchant code and date"},
			{Name: "algorithm", In: InEnvelope, Type: "string", Required: true, Rule: "sha256"},
		},
		Success: Outcome{Status: http.StatusOK, Documented: true, Condition: "The hash is right and the date is near enough.",
			dependsOn: dependsOn(SOAPStyle, SessionLife, SOAPHeaders, LoginAlgorithm)},
		failures: []Outcome{
			soapFault(InvalidParameter, "An argument is missing or cannot be read."),
			{Code: AuthenticationFailed, Status: http.StatusInternalServerError,
				Condition: "The merchant code, date or hash is wrong.", dependsOn: dependsOn(LoginFault)},
		},
	},
	{
		ID: UpgradePartnerSubscriptions, Protocol: SOAP, Action: "upgradePartnerSubscriptions", Section: "4.9",
		Summary:    "Upgrade partner subscriptions to another product",
		Subject:    "The partner upgrade",
		parameters: upgradeParameters,
		Success: Outcome{Status: http.StatusOK, Documented: true, Condition: "Every item is upgraded by one partner order.",
			dependsOn: dependsOn(SOAPStyle, SOAPResult, SOAPUpgrade, SOAPMoney, AmountPlaces, PricingOptionsEmpty, OptionGroups, SOAPHeaders)},
		failures: []Outcome{
			{Code: Forbidden, Status: http.StatusInternalServerError, Documented: true,
				Condition: "The session is wrong or has expired.", only: Answered{SessionFault, "FORBIDDEN"},
				dependsOn: dependsOn(SessionFault, SessionLife)},
			{Code: InvalidSession, Status: http.StatusInternalServerError, Documented: true,
				Condition: "The session is wrong.", only: Answered{SessionFault, "INVALID_SESSION"},
				dependsOn: dependsOn(SessionFault)},
			{Code: SessionExpired, Status: http.StatusInternalServerError, Documented: true,
				Condition: "The session has expired.", only: Answered{SessionFault, "INVALID_SESSION"},
				dependsOn: dependsOn(SessionFault, SessionLife)},
			soapFault(InvalidParameter,
				"A parameter is missing, unreadable or too long, or an extra is above what is left.", SOAPUpgrade, SOAPMoney, AmountPlaces),
			{Code: InvalidSubscription, Status: http.StatusInternalServerError,
				Condition: "A subscription is unknown, cannot be upgraded, is given twice, or belongs to another partner than the first.",
				dependsOn: dependsOn(SOAPUpgrade)},
			{Code: ProductError, Status: http.StatusInternalServerError,
				Condition: "The subscription's product cannot be upgraded to the target.", dependsOn: dependsOn(SOAPUpgrade)},
			{Code: InvalidQuantity, Status: http.StatusInternalServerError,
				Condition: "A quantity is not a whole number from 1 to 99999.", dependsOn: dependsOn(SOAPUpgrade)},
			{Code: InvalidPricingOption, Status: http.StatusInternalServerError,
				Condition: "A pricing option is not one of the target product, or is a second one of its group.",
				dependsOn: dependsOn(SOAPUpgrade, PricingOptionsEmpty, OptionGroups)},
		},
	},
}

var upgradeParameters = []Parameter{
	{Name: "sessionID", In: InEnvelope, Type: "string", Required: true, Rule: "what login returned"},
	{Name: "Items", In: InEnvelope, Type: "array of object", Required: true, Rule: "one per subscription"},
	{Name: "Items.SubscriptionReference", In: InEnvelope, Type: "string", Required: true, Rule: "code of the subscription"},
	{Name: "Items.UpgradeProductCode", In: InEnvelope, Type: "string", Required: true, Rule: "code of the target product"},
	{Name: "Items.Quantity", In: InEnvelope, Type: "string", Required: true, Rule: "units of the target product"},
	{Name: "Items.PricingOptions", In: InEnvelope, Type: "array of object", Required: true, Rule: "may be empty",
		Question: PricingOptionsEmpty},
	{Name: "Items.PricingOptions.Code", In: InEnvelope, Type: "string", Required: true, Rule: "code of a pricing option"},
	{Name: "ExtraDiscount", In: InEnvelope, Type: "object", Rule: "extra discount on the partner order"},
	{Name: "ExtraDiscount.Value", In: InEnvelope, Type: "string"},
	{Name: "ExtraDiscount.Type", In: InEnvelope, Type: "string", Enum: valuesOf[DiscountType]()},
	{Name: "ExtraMargin", In: InEnvelope, Type: "object", Rule: "extra margin on the partner order"},
	{Name: "ExtraMargin.Value", In: InEnvelope, Type: "string"},
	{Name: "ExtraMargin.Type", In: InEnvelope, Type: "string", Enum: valuesOf[DiscountType]()},
	{Name: "ExternalReferenceNumber", In: InEnvelope, Type: "string", Rule: "at most 100 characters"},
	{Name: "Comment", In: InEnvelope, Type: "string"},
}
