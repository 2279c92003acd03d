package catalog

import "net/http"

// The operations on orders.
const (
	SearchOrders    OperationID = "search-orders"     // section 4.1
	CustomerOrders  OperationID = "customer-orders"   // section 4.2
	OrderBySale     OperationID = "order-by-sale"     // section 4.3
	OrderByInvoice  OperationID = "order-by-invoice"  // section 4.4
	RetrieveOrder   OperationID = "retrieve-order"    // section 4.5
	CancelOrder     OperationID = "cancel-order"      // section 4.6
	UploadOrderForm OperationID = "upload-order-form" // section 4.7
)

// orderOperations are the operations of sections 4.1 to 4.7.
var orderOperations = []Operation{
	{
		ID: SearchOrders, Protocol: REST, Method: http.MethodGet, Path: "/orders/", Section: "4.1",
		Summary:    "Search orders by filters",
		Subject:    "Order search",
		documents:  []int{http.StatusCreated},
		parameters: searchOrdersParameters,
		Success: Outcome{Status: http.StatusCreated, StatusQuestion: SearchStatus,
			Condition: "The filters can be read; the page may be empty.",
			dependsOn: dependsOn(SearchStatus, SearchEnvelope, SearchOrdering, SearchWindow, NewerFormat, SearchPaging,
				SearchDefaults, PageTotals, PageCount, PageStability, PageDepth, FutureOrders, OrderFields, InnerShapes, VATBase, Nulls, RefundMoney,
				Chargebacks, Times)},
		failures: []Outcome{
			{Code: InvalidParameter, Status: http.StatusBadRequest,
				Condition: "A filter is outside its list, not in its format or given twice, or StartDate is after EndDate.",
				dependsOn: dependsOn(BadValue, SearchWindow, NewerFormat, Booleans, Times)},
			{Code: InvalidPage, Status: http.StatusBadRequest,
				Condition: "Page is below 1 or unreadable, or beyond the deepest page.",
				dependsOn: dependsOn(SearchPaging, PageDepth)},
			{Code: InvalidLimit, Status: http.StatusBadRequest,
				Condition: "Limit is outside 1 to 200 or unreadable.",
				dependsOn: dependsOn(SearchPaging)},
		},
	},
	{
		ID: CustomerOrders, Protocol: REST, Method: http.MethodGet, Path: "/orders/customer/", Section: "4.2",
		Summary:          "List the orders of one customer",
		Subject:          "The customer order list",
		CredentialListed: true, Accept: true, Feature: GetCustomerOrders,
		Together:   "CustomerReference, ExternalCustomerReference or both are required; both must name the same customer.",
		documents:  []int{http.StatusOK, http.StatusBadRequest, http.StatusForbidden},
		parameters: customerOrdersParameters,
		Success: Outcome{Status: http.StatusOK,
			Condition: "The customer is known; the page may be empty.",
			dependsOn: dependsOn(CustomerEnvelope, PageTotals, PageCount, PageStability, FutureOrders, OrderFields, InnerShapes, VATBase, Nulls, RefundMoney,
				Chargebacks, Times)},
		failures: []Outcome{
			{Code: Forbidden, Status: http.StatusForbidden,
				Condition: "The account lacks the feature API_GET_CUSTOMER_ORDERS.",
				dependsOn: dependsOn(FeatureDefault)},
			{Code: InvalidCustomer, Status: http.StatusBadRequest,
				Condition: "No customer identifier is given, one is unreadable or unknown, or the two name different customers.",
				dependsOn: dependsOn(CustomerUnknown)},
			{Code: InvalidPage, Status: http.StatusBadRequest, Condition: "Page is below 1 or unreadable."},
			{Code: InvalidLimit, Status: http.StatusBadRequest, Condition: "Limit is outside 1 to 200 or unreadable."},
		},
	},
	{
		ID: OrderBySale, Protocol: REST, Method: http.MethodGet, Path: "/orders/0/sale/", Section: "4.3",
		Summary:   "Find an order reference by sale id",
		Subject:   "The sale lookup",
		documents: []int{http.StatusOK, http.StatusBadRequest},
		parameters: []Parameter{
			{Name: "SaleId", In: InQuery, Type: "integer", Required: true, Rule: "id of a sale"},
		},
		Success: Outcome{Status: http.StatusOK, Condition: "The sale is known.", dependsOn: dependsOn(LookupBody)},
		failures: []Outcome{
			{Code: InvalidSaleID, Status: http.StatusBadRequest,
				Condition: "SaleId is missing, unreadable or unknown.", dependsOn: dependsOn(LookupUnknown)},
		},
	},
	{
		ID: OrderByInvoice, Protocol: REST, Method: http.MethodGet, Path: "/orders/0/invoice/", Section: "4.4",
		Summary:          "Find an order reference by invoice id",
		Subject:          "The invoice lookup",
		CredentialListed: true, Accept: true,
		documents: []int{http.StatusOK, http.StatusBadRequest},
		parameters: []Parameter{
			{Name: "InvoiceId", In: InQuery, Type: "string", Required: true, Rule: "id of an invoice"},
		},
		Success: Outcome{Status: http.StatusOK, Condition: "The invoice is known.", dependsOn: dependsOn(LookupBody)},
		failures: []Outcome{
			{Code: InvalidInvoiceID, Status: http.StatusBadRequest,
				Condition: "InvoiceId is missing or unknown.", dependsOn: dependsOn(LookupUnknown)},
		},
	},
	{
		ID: RetrieveOrder, Protocol: REST, Method: http.MethodGet, Path: "/orders/{OrderReference}/", Section: "4.5",
		Summary:          "Retrieve one order",
		Subject:          "Order retrieval",
		CredentialListed: true, Accept: true,
		documents:  []int{http.StatusOK},
		parameters: []Parameter{orderReference},
		Success: Outcome{Status: http.StatusOK, Condition: "The order is known.",
			dependsOn: dependsOn(RetrieveUnpaid, OrderFields, InnerShapes, VATBase, Nulls, RefundMoney, Chargebacks, Times)},
		failures: []Outcome{
			{Code: OrderNotFound, Status: http.StatusNotFound, StatusQuestion: RetrieveUnknown,
				Condition: "No order has the reference.", dependsOn: dependsOn(RetrieveUnknown)},
		},
	},
	{
		ID: CancelOrder, Protocol: REST, Method: http.MethodDelete, Path: "/orders/{OrderReference}/", Section: "4.6",
		Summary:          "Cancel a purchase order",
		Subject:          "The cancellation",
		CredentialListed: true, Accept: true,
		documents:  []int{http.StatusOK, http.StatusBadRequest, http.StatusNotFound},
		parameters: []Parameter{orderReference},
		Success: Outcome{Status: http.StatusOK, Condition: "The purchase order was pending and is now canceled.",
			dependsOn: dependsOn(YesBody, Transitions)},
		failures: []Outcome{
			{Code: OrderNotFound, Status: http.StatusNotFound,
				Condition: "No order has the reference.", dependsOn: dependsOn(CancelErrors)},
			{Code: OrderNotPurchaseOrder, Status: http.StatusBadRequest,
				Condition: "The order is not a purchase order.", dependsOn: dependsOn(CancelErrors)},
			{Code: OrderCannotBeCanceled, Status: http.StatusBadRequest,
				Condition: "The purchase order is finished or already canceled.", dependsOn: dependsOn(CancelErrors, Transitions)},
		},
	},
	{
		ID: UploadOrderForm, Protocol: REST, Method: http.MethodPost, Path: "/orders/{OrderReference}/upload", Section: "4.7",
		Summary:          "Upload the form of a purchase order",
		Subject:          "The upload of an order form",
		CredentialListed: true, Accept: true,
		MaxBody:    MaxUploadBody,
		documents:  []int{http.StatusOK, http.StatusBadRequest},
		parameters: uploadParameters,
		Success: Outcome{Status: http.StatusOK, Condition: "The form is stored with the order.",
			dependsOn: dependsOn(YesBody, UploadEncoding, UploadEffect)},
		failures: []Outcome{
			{Code: InvalidReference, Status: http.StatusBadRequest,
				Condition: "No order has the reference, or it is not a pending purchase order.",
				dependsOn: dependsOn(UploadErrors)},
			{Code: InvalidFileName, Status: http.StatusBadRequest,
				Condition: "FileName is missing, empty, longer than 255 characters, or a path.",
				dependsOn: dependsOn(UploadErrors)},
			{Code: InvalidFile, Status: http.StatusBadRequest,
				Condition: "File is missing or not base64.", dependsOn: dependsOn(UploadErrors, UploadEncoding)},
			{Code: InvalidClientTime, Status: http.StatusBadRequest,
				Condition: "ClientTime is missing or not in the format Y-m-d H:i:s.",
				dependsOn: dependsOn(UploadErrors, UploadEncoding)},
		},
	},
}

var searchOrdersParameters = []Parameter{
	{Name: "ApproveStatus", In: InQuery, Type: "string", Enum: valuesOf[ApproveStatus](), Rule: "approval status of the orders"},
	{Name: "Newer", In: InQuery, Type: "string", Question: NewerFormat,
		Rule: "Unix seconds, Y-m-d or Y-m-d H:i:s; without it and StartDate the last 7 days are searched"},
	{Name: "Status", In: InQuery, Type: "string", Enum: Words(SearchStatuses()), Rule: "status of the orders"},
	{Name: "StartDate", In: InQuery, Type: "string", Rule: "Y-m-d; overrides Newer"},
	{Name: "EndDate", In: InQuery, Type: "string", Rule: "Y-m-d; that day included", Question: SearchWindow},
	{Name: "PartnerOrders", In: InQuery, Type: "boolean", Rule: "whether partner orders are included",
		Default: "false", Question: SearchDefaults},
	{Name: "ExternalRefNo", In: InQuery, Type: "string", Rule: "external reference of the order"},
	{Name: "IncludeTestOrders", In: InQuery, Type: "string", Enum: valuesOf[TestOrders](),
		Rule: "YES includes test orders, NO leaves them out, ONLY returns nothing else", Default: string(WithoutTestOrders), Question: SearchDefaults},
	{Name: "Page", In: InQuery, Type: "string", Rule: "a whole number of at least 1", Default: "1", Question: SearchPaging},
	{Name: "Limit", In: InQuery, Type: "integer", Rule: "1 to 200", Default: "10", Question: SearchPaging},
}

var customerOrdersParameters = []Parameter{
	{Name: "CustomerReference", In: InQuery, Type: "integer",
		Rule: "internal id of the customer; this or ExternalCustomerReference is required"},
	{Name: "ExternalCustomerReference", In: InQuery, Type: "string",
		Rule: "the merchant's own id of the customer; given both, they must mean the same one"},
	{Name: "Page", In: InQuery, Type: "integer", Rule: "at least 1", Default: "1"},
	{Name: "Limit", In: InQuery, Type: "integer", Rule: "1 to 200", Default: "10"},
}

var uploadParameters = []Parameter{
	orderReference,
	{Name: "FileName", In: InBody, Type: "string", Required: true, Question: UploadErrors,
		Rule: "1 to 255 characters, a name without a path"},
	{Name: "ClientTime", In: InBody, Type: "string", Required: true, Question: UploadEncoding, Rule: "Y-m-d H:i:s"},
	{Name: "File", In: InBody, Type: "string", Required: true, Question: UploadEncoding,
		Rule: "the file in base64; a data: URL prefix is accepted"},
}
