package catalog

// Message returns the text of a failure with the code, for a scenario without a message
// of its own. A Condition does not do, because it lists all reasons of failures.
func (op *Operation) Message(code Code) string {
	list := restMessages
	if op.Protocol == SOAP {
		list = soapMessages
	}
	if message, ok := list[code]; ok {
		return message
	}
	failure, _ := op.Failure(code)
	return failure.Condition
}

var restMessages = map[Code]string{
	AuthenticationError:   "The hash of the credential header is wrong.",
	InvalidAcceptHeader:   "Accept does not name application/json.",
	InvalidRequestBody:    "The body is not one JSON object.",
	InvalidParameter:      "A parameter of the call cannot be read.",
	InvalidCustomer:       "The account has no such customer.",
	InvalidPage:           "Page is below 1.",
	InvalidLimit:          "Limit is outside 1 to 200.",
	InvalidSaleID:         "No order has the SaleId.",
	InvalidInvoiceID:      "No order has the InvoiceId.",
	InvalidReference:      "No order has the reference.",
	InvalidFileName:       "FileName is longer than 255 characters.",
	InvalidFile:           "File is not base64.",
	InvalidClientTime:     "ClientTime is not in the format Y-m-d H:i:s.",
	OrderCannotBeCanceled: "The purchase order is finished.",
	InvalidUpsellCampaign: "A field of the campaign is missing.",
	InvalidUpsellSettings: "UpsellingDisplayType is not one of its values.",
}

var soapMessages = map[Code]string{
	Forbidden:            "The session is wrong.",
	AuthenticationFailed: "The hash is wrong.",
	InvalidRequestBody:   "The envelope cannot be read.",
	InvalidParameter:     "A parameter of the call cannot be read.",
	MustUnderstand:       "A header of the call is marked with mustUnderstand.",
	InvalidSubscription:  "A subscription of the call is unknown.",
	InvalidPricingOption: "A pricing option of the call is not one of the product.",
	InvalidQuantity:      "A quantity of the call is not a whole number of at least 1.",
	ProductError:         "A subscription of the call cannot be upgraded to the product.",
}
