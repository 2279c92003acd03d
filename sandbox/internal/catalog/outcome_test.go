package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Every failure of every operation, with a mark before the status if the interface
// documents it.
func TestFailures(t *testing.T) {
	t.Parallel()
	want := map[catalog.OperationID]string{
		catalog.SearchOrders: "*201; 401 AUTHENTICATION_ERROR, 400 INVALID_PARAMETER, " +
			"400 PAGINATION_PAGE_PARAMETER_INVALID, 400 PAGINATION_LIMIT_PARAMETER_INVALID, 500 INTERNAL_ERROR",
		catalog.CustomerOrders: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 400 INVALID_PARAMETER, " +
			"*403 FORBIDDEN, *400 INVALID_CUSTOMER, *400 PAGINATION_PAGE_PARAMETER_INVALID, " +
			"*400 PAGINATION_LIMIT_PARAMETER_INVALID, 500 INTERNAL_ERROR",
		catalog.OrderBySale: "*200; 401 AUTHENTICATION_ERROR, 400 INVALID_PARAMETER, *400 INVALID_SALE_ID, " +
			"500 INTERNAL_ERROR",
		catalog.OrderByInvoice: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 400 INVALID_PARAMETER, " +
			"*400 INVALID_INVOICE_ID, 500 INTERNAL_ERROR",
		catalog.RetrieveOrder: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 400 INVALID_PARAMETER, " +
			"404 ORDER_NOT_FOUND, 500 INTERNAL_ERROR",
		catalog.CancelOrder: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 400 INVALID_PARAMETER, " +
			"*404 ORDER_NOT_FOUND, *400 ORDER_NOT_PURCHASE_ORDER, *400 ORDER_CANNOT_BE_CANCELED, 500 INTERNAL_ERROR",
		catalog.UploadOrderForm: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 413 REQUEST_TOO_LARGE, " +
			"*400 INVALID_REQUEST_BODY, 400 INVALID_PARAMETER, *400 INVALID_REFERENCE, *400 INVALID_FILE_NAME, " +
			"*400 INVALID_FILE, *400 INVALID_CLIENT_TIME, 500 INTERNAL_ERROR",
		catalog.SearchUpsell: "*200; *401 AUTHENTICATION_ERROR, *400 INVALID_PARAMETER, " +
			"*400 PAGINATION_PAGE_PARAMETER_INVALID, *400 PAGINATION_LIMIT_PARAMETER_INVALID, *500 INTERNAL_ERROR",
		catalog.CreateUpsell: "201; 401 AUTHENTICATION_ERROR, 413 REQUEST_TOO_LARGE, 400 INVALID_REQUEST_BODY, " +
			"400 INVALID_UPSELL_CAMPAIGN, 500 INTERNAL_ERROR",
		catalog.RecommendedUpsell: "200; 401 AUTHENTICATION_ERROR, 400 INVALID_PARAMETER, " +
			"404 UPSELL_CAMPAIGN_NOT_FOUND, 500 INTERNAL_ERROR",
		catalog.UpdateUpsell: "*200; 401 AUTHENTICATION_ERROR, 413 REQUEST_TOO_LARGE, *400 INVALID_REQUEST_BODY, " +
			"*400 INVALID_PARAMETER, *400 INVALID_UPSELL_CAMPAIGN, 404 UPSELL_CAMPAIGN_NOT_FOUND, 500 INTERNAL_ERROR",
		catalog.DeleteUpsell: "*200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 400 INVALID_PARAMETER, " +
			"404 UPSELL_CAMPAIGN_NOT_FOUND, 500 INTERNAL_ERROR",
		catalog.ReadUpsellSettings: "200; 401 AUTHENTICATION_ERROR, 406 INVALID_ACCEPT_HEADER, 500 INTERNAL_ERROR",
		catalog.ChangeUpsellSettings: "*200; 401 AUTHENTICATION_ERROR, 413 REQUEST_TOO_LARGE, " +
			"400 INVALID_REQUEST_BODY, 400 INVALID_UPSELL_SETTINGS, 500 INTERNAL_ERROR",
		catalog.Login: "*200; 500 INVALID_PARAMETER, 500 AUTHENTICATION_FAILED, 500 MUST_UNDERSTAND, 500 REQUEST_TOO_LARGE, " +
			"500 INVALID_REQUEST_BODY, 500 INTERNAL_ERROR",
		catalog.UpgradePartnerSubscriptions: "*200; *500 FORBIDDEN, *500 INVALID_SESSION, *500 SESSION_EXPIRED, " +
			"500 INVALID_PARAMETER, 500 INVALID_SUBSCRIPTION, 500 PRODUCT_ERROR, 500 INVALID_QUANTITY, " +
			"500 INVALID_PRICING_OPTION, 500 MUST_UNDERSTAND, 500 REQUEST_TOO_LARGE, 500 INVALID_REQUEST_BODY, 500 INTERNAL_ERROR",
	}
	for _, op := range catalog.Operations() {
		var codes []string
		for _, o := range op.Failures() {
			codes = append(codes, marked(o)+" "+string(o.Code))
		}
		if got := marked(op.Success) + "; " + strings.Join(codes, ", "); got != want[op.ID] {
			t.Errorf("%s:\n got %s\nwant %s", op.ID, got, want[op.ID])
		}
	}
}

func marked(o catalog.Outcome) string {
	if o.Documented {
		return fmt.Sprintf("*%d", o.Status)
	}
	return fmt.Sprint(o.Status)
}

// TestConditionOfAParameter expects the condition of a parameter that cannot be read to say
// where it stands, and not that it is given twice: for that each operation has a code.
func TestConditionOfAParameter(t *testing.T) {
	t.Parallel()
	const query, path = "The query string cannot be read.", "A parameter of the path is missing or cannot be read."
	for id, want := range map[catalog.OperationID]string{
		catalog.CustomerOrders: query, catalog.OrderBySale: query, catalog.OrderByInvoice: query, catalog.RetrieveOrder: path,
		catalog.CancelOrder: path, catalog.UploadOrderForm: path, catalog.UpdateUpsell: path, catalog.DeleteUpsell: path,
	} {
		op, _ := catalog.Find(id)
		if got, _ := op.Failure(catalog.InvalidParameter); got.Condition != want {
			t.Errorf("%s: got %q, want %q", id, got.Condition, want)
		}
	}
}

func TestFailureOfAnOperation(t *testing.T) {
	t.Parallel()
	op, _ := catalog.Find(catalog.CancelOrder)
	got, ok := op.Failure(catalog.OrderCannotBeCanceled)
	if !ok || got.Status != 400 || got.DependsOnText() != "cancel-errors, transitions" ||
		!slices.Equal(got.DependsOn(), []catalog.QuestionID{catalog.CancelErrors, catalog.Transitions}) {
		t.Errorf("got %+v, %t", got, ok)
	}
	if got, ok := op.Failure(catalog.InvalidFile); ok {
		t.Errorf("cancel-order answers %+v", got)
	}
	if got, ok := op.Failure(""); ok {
		t.Errorf("the empty code is a failure: %+v", got)
	}
}

func TestGeneralFailures(t *testing.T) {
	t.Parallel()
	codes := func(p catalog.Protocol) (list []string) {
		for _, o := range catalog.GeneralFailures(p) {
			list = append(list, fmt.Sprint(o.Status, " ", o.Code))
		}
		return list
	}
	wantREST := []string{"404 NOT_FOUND", "405 METHOD_NOT_ALLOWED", "400 SANDBOX_SCENARIO", "400 SANDBOX_PREVIEW", "403 CROSS_SITE",
		"429 TOO_MANY_ACCOUNTS", "507 INSUFFICIENT_STORAGE", "503 ACCOUNT_BUSY", "500 INTERNAL_ERROR"}
	if got := codes(catalog.REST); !slices.Equal(got, wantREST) {
		t.Errorf("REST: got %q, want %q", got, wantREST)
	}
	wantSOAP := []string{"500 REQUEST_TOO_LARGE", "500 INVALID_REQUEST_BODY", "500 NOT_FOUND", "500 SANDBOX_SCENARIO", "500 SANDBOX_PREVIEW",
		"403 CROSS_SITE", "500 TOO_MANY_ACCOUNTS", "500 INSUFFICIENT_STORAGE", "500 ACCOUNT_BUSY", "500 INTERNAL_ERROR"}
	if got := codes(catalog.SOAP); !slices.Equal(got, wantSOAP) {
		t.Errorf("SOAP: got %q, want %q", got, wantSOAP)
	}
	if got, ok := catalog.GeneralFailure(catalog.REST, catalog.NotFound); !ok || got.Status != 404 {
		t.Errorf("NOT_FOUND on REST: got %+v, %t", got, ok)
	}
	if got, ok := catalog.GeneralFailure(catalog.REST, catalog.Forbidden); ok {
		t.Errorf("FORBIDDEN is general: %+v", got)
	}
}

// TestSandboxFailures finds the sandbox's own failures of each operation: a browser sends
// reads from anywhere, and only a login opens an account over SOAP.
func TestSandboxFailures(t *testing.T) {
	t.Parallel()
	tests := map[catalog.OperationID]string{
		catalog.SearchOrders:                "[400 SANDBOX_SCENARIO 400 SANDBOX_PREVIEW 429 TOO_MANY_ACCOUNTS 507 INSUFFICIENT_STORAGE 503 ACCOUNT_BUSY]",
		catalog.CancelOrder:                 "[400 SANDBOX_SCENARIO 400 SANDBOX_PREVIEW 403 CROSS_SITE 429 TOO_MANY_ACCOUNTS 507 INSUFFICIENT_STORAGE 503 ACCOUNT_BUSY]",
		catalog.Login:                       "[500 SANDBOX_SCENARIO 500 SANDBOX_PREVIEW 403 CROSS_SITE 500 TOO_MANY_ACCOUNTS 500 INSUFFICIENT_STORAGE 500 ACCOUNT_BUSY]",
		catalog.UpgradePartnerSubscriptions: "[500 SANDBOX_SCENARIO 500 SANDBOX_PREVIEW 403 CROSS_SITE 500 INSUFFICIENT_STORAGE 500 ACCOUNT_BUSY]",
	}
	for id, want := range tests {
		op, _ := catalog.Find(id)
		var own []string
		for _, o := range op.SandboxFailures() {
			own = append(own, fmt.Sprint(o.Status, " ", o.Code))
		}
		if got := fmt.Sprint(own); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

// outcomeOf returns the success of an operation, or its failure with the code.
func outcomeOf(id catalog.OperationID, code catalog.Code) catalog.Outcome {
	op, _ := catalog.Find(id)
	if code == "" {
		return op.Success
	}
	failure, _ := op.Failure(code)
	return failure
}

func TestAssumptions(t *testing.T) {
	t.Parallel()
	const credential = "auth-errors, header-name, hash-recipe, rest-hash, rest-skew"
	tests := []struct {
		operation catalog.OperationID
		code      catalog.Code
		want      string
	}{
		{catalog.SearchOrders, catalog.AuthenticationError, credential + ", rest-auth"},
		{catalog.OrderBySale, catalog.AuthenticationError, credential + ", rest-auth"},
		{catalog.CustomerOrders, catalog.AuthenticationError, credential},
		{catalog.CustomerOrders, catalog.Forbidden, "features"},
		{catalog.CustomerOrders, catalog.InvalidPage, ""},
		{catalog.SearchOrders, catalog.InvalidPage, "search-paging, page-depth"},
		{catalog.CancelOrder, "", "yes-body, transitions"},
		{catalog.DeleteUpsell, "", ""},
		{catalog.Login, catalog.AuthenticationFailed, "login-fault"},
	}
	for _, test := range tests {
		if got := outcomeOf(test.operation, test.code).DependsOnText(); got != test.want {
			t.Errorf("%s %s: got %q, want %q", test.operation, test.code, got, test.want)
		}
	}
	if got := outcomeOf(catalog.DeleteUpsell, "").DependsOn(); got != nil {
		t.Errorf("an outcome that depends on nothing names %q", got)
	}
}

// TestChoices expects an answer to name only questions that could have changed it, and
// of those without a choice only what few calls meet.
func TestChoices(t *testing.T) {
	t.Parallel()
	const list = catalog.SeveralOrders | catalog.OneOrder
	tests := []struct {
		operation catalog.OperationID
		code      catalog.Code
		in        catalog.Circumstances
		want      string
	}{
		{catalog.SearchOrders, "", 0, "search-status, page-count"},
		{catalog.SearchOrders, "", catalog.OneOrder, "search-status, page-count, nulls, refund-money"},
		{catalog.SearchOrders, "", list, "search-status, page-totals, page-count, nulls, refund-money"},
		{catalog.SearchOrders, "", list | catalog.LaterPage | catalog.DeepPage,
			"search-status, page-totals, page-count, page-stability, page-depth, nulls, refund-money"},
		{catalog.SearchOrders, catalog.InvalidParameter, 0, ""},
		{catalog.SearchOrders, catalog.InvalidPage, 0, ""},
		{catalog.SearchOrders, catalog.InvalidPage, catalog.LaterPage | catalog.DeepPage, "page-depth"},
		{catalog.SearchOrders, catalog.AuthenticationError, 0, ""},
		{catalog.SearchOrders, catalog.AuthenticationError, catalog.NoCredentials, "rest-auth"},
		{catalog.CustomerOrders, catalog.AuthenticationError, catalog.NoCredentials, ""},
		{catalog.CustomerOrders, catalog.AuthenticationError, catalog.OtherDigest, "rest-hash"},
		{catalog.CustomerOrders, catalog.AuthenticationError, catalog.DateOff, "rest-skew"},
		{catalog.CustomerOrders, catalog.InvalidAcceptHeader, 0, "accept"},
		{catalog.SearchUpsell, "", catalog.NoStatuses, "campaign-statuses"},
		{catalog.SearchUpsell, "", catalog.LaterPage, "page-stability"},
		{catalog.DeleteUpsell, "", list, ""},
		{catalog.Login, "", 0, ""},
		{catalog.Login, "", catalog.OtherLogin, "login-algorithm"},
		{catalog.CreateUpsell, "", 0, "create-status"},
		{catalog.CreateUpsell, "", catalog.OtherLogin, "create-status"},
		{catalog.CreateUpsell, "", catalog.MorePlaces, "create-status, amount-places"},
		{catalog.UpgradePartnerSubscriptions, catalog.InvalidParameter, catalog.MorePlaces, "amount-places"},
		{catalog.UpgradePartnerSubscriptions, catalog.Forbidden, 0, "session-fault"},
		{catalog.UpgradePartnerSubscriptions, catalog.Forbidden, catalog.Expired, "session-fault, session-life"},
	}
	for _, test := range tests {
		if got := outcomeOf(test.operation, test.code).ChoicesText(test.in); got != test.want {
			t.Errorf("%s %s %b: got %q, want %q", test.operation, test.code, test.in, got, test.want)
		}
	}
}

// The ids of the credential belong on refusals of the credential alone, else
// every answer would carry them.
func TestCredentialQuestionsOnlyOnRefusals(t *testing.T) {
	t.Parallel()
	credential := []catalog.QuestionID{catalog.RESTHash, catalog.RESTSkew, catalog.RESTAuth, catalog.HashRecipe,
		catalog.AuthErrors, catalog.HeaderName}
	for _, op := range catalog.Operations() {
		for _, o := range append(op.Failures(), op.Success) {
			for _, id := range o.DependsOn() {
				if slices.Contains(credential, id) && o.Code != catalog.AuthenticationError {
					t.Errorf("%s %s depends on %s", op.ID, o.Code, id)
				}
			}
		}
	}
}

func TestStatusUnder(t *testing.T) {
	t.Parallel()
	answers := catalog.Defaults()
	for id, answer := range map[catalog.QuestionID]string{
		catalog.SearchStatus: "200", catalog.CreateStatus: "200", catalog.RetrieveUnknown: "400",
	} {
		var err error
		if answers, err = answers.With(id, answer); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		operation         catalog.OperationID
		code              catalog.Code
		byDefault, chosen int
	}{
		{catalog.SearchOrders, "", 201, 200},
		{catalog.CreateUpsell, "", 201, 200},
		{catalog.RetrieveOrder, catalog.OrderNotFound, 404, 400},
		{catalog.CancelOrder, catalog.OrderNotFound, 404, 404},
	}
	for _, test := range tests {
		outcome := outcomeOf(test.operation, test.code)
		byDefault, chosen := outcome.StatusFor(catalog.Defaults()), outcome.StatusFor(answers)
		if byDefault != test.byDefault || chosen != test.chosen {
			t.Errorf("%s: got %d and %d, want %d and %d", test.operation, byDefault, chosen, test.byDefault, test.chosen)
		}
	}
	word := catalog.Outcome{Status: 406, StatusQuestion: catalog.RESTAuth}
	if got := word.StatusFor(answers); got != 406 {
		t.Errorf("an answer that is no status: got %d, want 406", got)
	}
}

// TestMessagesSpeakOfOneCall reads the message of each failure: none lists several reasons.
func TestMessagesSpeakOfOneCall(t *testing.T) {
	t.Parallel()
	for _, op := range catalog.Operations() {
		for _, f := range op.Failures() {
			if got := op.Message(f.Code); got == "" || strings.Contains(got, " or ") || strings.Contains(got, "account answers") {
				t.Errorf("%s %s: got %q", op.ID, f.Code, got)
			}
		}
	}
}
