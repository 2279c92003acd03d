package learn

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// look notes what one exchange shows, and keeps of it what a later one is compared with.
func (s *service) look(e *exchange) {
	s.lookAtCredentials(e)
	switch e.op.ID {
	case catalog.SearchOrders, catalog.CustomerOrders:
		s.lookAtOrders(e)
	case catalog.OrderBySale, catalog.OrderByInvoice:
		s.lookAtReference(e)
	case catalog.RetrieveOrder:
		s.lookAtOrder(e)
	case catalog.CancelOrder, catalog.UploadOrderForm:
		s.lookAtYes(e)
	case catalog.SearchUpsell:
		s.lookAtCampaigns(e)
	case catalog.CreateUpsell:
		if e.ok() {
			s.saw(catalog.CreateStatus, strconv.Itoa(e.status), e)
		}
	case catalog.UpdateUpsell:
		s.lookAtUpdate(e)
	case catalog.DeleteUpsell:
		if e.ok() {
			delete(s.campaigns, e.path[strings.LastIndexByte(e.path, '/')+1:])
		}
	case catalog.RecommendedUpsell:
		s.lookAtRecommended(e)
	case catalog.Login:
		if session := element(e.answer, "loginReturn"); session != "" && len(session) <= maxWord && len(s.logins) < maxSessions {
			if _, again := s.logins[session]; again && strings.HasSuffix(session, "…") {
				e.at = time.Time{} // the recorder masks sessions, and these look alike
			}
			s.logins[session] = e.at
		}
	case catalog.UpgradePartnerSubscriptions:
		s.lookAtSession(e)
	}
	if e.ok() && e.object() != nil {
		s.remember(e.object())
	}
}

// maxSkew is how far the clocks of a client and its recorder are apart.
const maxSkew = time.Minute

// lookAtCredentials looks at what a call was accepted with.
func (s *service) lookAtCredentials(e *exchange) {
	if e.op.Protocol == catalog.SOAP {
		s.lookAtSOAPHeaders(e)
		return
	}
	s.lookAtMissing(e)
	if e.claim == nil {
		return
	}
	off := e.at.Sub(moment(e.claim.Date)).Abs()
	switch {
	case e.ok():
		s.skew.accept(off, e.name)
		s.onTime = s.onTime || e.dated || off < maxSkew
		if digest := digestOf(e); digest != "" {
			s.saw(catalog.RESTHash, digest, e)
		}
	case e.status == http.StatusUnauthorized:
		s.skew.refuse(off, e.name)
	}
}

func (s *service) lookAtSOAPHeaders(e *exchange) {
	if asked := string(e.asked); !strings.Contains(asked, "mustUnderstand") || !strings.Contains(asked, "Header") {
		return
	}
	switch code := e.errorCode(); {
	case code == string(catalog.MustUnderstand):
		s.saw(catalog.SOAPHeaders, "checked", e)
	case !slices.Contains(sessionCodes, catalog.Code(code)):
		s.saw(catalog.SOAPHeaders, "ignored", e)
	}
}

// lookAtMissing looks at a call without Accept, or without credentials.
func (s *service) lookAtMissing(e *exchange) {
	accept, hasAccept := e.sent["Accept"]
	s.keepsAccept = s.keepsAccept || hasAccept
	s.keepsCredentials = s.keepsCredentials || e.claim != nil
	if e.op.Accept && !strings.Contains(strings.Join(accept, ","), "application/json") {
		switch {
		case e.status == http.StatusNotAcceptable:
			s.saw(catalog.Accept, "406", e)
		case e.ok():
			s.saw(catalog.Accept, "lenient", e)
		}
	}
	switch {
	case e.claim != nil || e.op.CredentialListed:
	case e.status == http.StatusUnauthorized:
		s.saw(catalog.RESTAuth, "all", e)
	case e.ok():
		s.saw(catalog.RESTAuth, "documented", e)
	}
}

// digestOf returns the digest of a credential header, "" when the recorder masks it: sha256 and
// sha3-256 have one length.
func digestOf(e *exchange) string {
	switch {
	case e.claim.Algo != "":
		named, _ := credential.ParseAlgorithm(e.claim.Algo) // "" for an unknown one
		return string(named)
	case len(e.claim.Hash) == 32:
		return "md5"
	case len(e.claim.Hash) == 64:
		return "sha256"
	}
	return ""
}

// lookAtOrders looks at a page of orders.
func (s *service) lookAtOrders(e *exchange) {
	page, _ := strconv.Atoi(e.query.Get("Page"))
	if page > catalog.DeepestPage && e.op.ID == catalog.SearchOrders {
		switch {
		case e.ok():
			s.saw(catalog.PageDepth, "any", e)
		case e.errorCode() == string(catalog.InvalidPage):
			s.saw(catalog.PageDepth, strconv.Itoa(catalog.DeepestPage), e)
		}
	}
	if !e.ok() {
		return
	}
	if e.op.ID == catalog.SearchOrders {
		s.saw(catalog.SearchStatus, strconv.Itoa(e.status), e)
	}
	items, sum := e.rows("Items"), 0.0
	for i, order := range items {
		s.lookAtKeys(order, e)
		own, gross := number(order["NetPrice"])+number(order["VAT"]), number(order["GrossPrice"])
		sum += own
		switch {
		case i == 0 || own == 0 || near(sum, own):
		case near(gross, own):
			s.saw(catalog.PageTotals, "right", e)
		case near(gross, sum):
			s.saw(catalog.PageTotals, "running", e)
		}
	}
	s.keepPage(e, items, "RefNo", max(1, e.count("Page")), e.count("Limit"), e.count("Count"))
}

func near(a, b float64) bool { return max(a-b, b-a) < 0.005 }

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case string:
		n, _ := strconv.ParseFloat(v, 64) // another text is no amount
		return n
	}
	return 0
}

// lookAtKeys looks at the keys and the amounts of an order.
func (s *service) lookAtKeys(order map[string]any, e *exchange) {
	for _, value := range order {
		if value == nil {
			s.saw(catalog.Nulls, "shown", e)
			break
		}
	}
	s.orders++
	if _, has := order["GiftDetails"]; !has { // the sandbox always shows this key
		s.saw(catalog.Nulls, "omitted", e)
	}
	if gross := number(order["GrossPrice"]); order["Status"] == string(catalog.Refund) && gross != 0 {
		answer := "positive"
		if gross < 0 {
			answer = "negative"
		}
		s.saw(catalog.RefundMoney, answer, e)
	}
}

func (s *service) lookAtOrder(e *exchange) {
	switch {
	case e.status == http.StatusNotFound, e.status == http.StatusBadRequest:
		s.saw(catalog.RetrieveUnknown, strconv.Itoa(e.status), e)
	case e.ok():
		if order := e.object(); order != nil {
			s.lookAtKeys(order, e)
		}
	}
}

func (s *service) lookAtReference(e *exchange) {
	_, isText := e.value.(string)
	switch {
	case !e.ok() || !e.known || len(e.answer) == 0:
	case isText:
		s.saw(catalog.LookupBody, "json", e)
	default:
		s.saw(catalog.LookupBody, "text", e)
	}
}

func (s *service) lookAtYes(e *exchange) {
	switch {
	case !e.ok() || !e.known:
	case len(e.answer) == 0:
		s.saw(catalog.YesBody, "empty", e)
	case strings.TrimSpace(string(e.answer)) == "true":
		s.saw(catalog.YesBody, "true", e)
	default:
		s.saw(catalog.YesBody, "another body", e)
	}
}

func (s *service) lookAtRecommended(e *exchange) {
	switch {
	case e.status == http.StatusNotFound, e.status == http.StatusNoContent:
		s.saw(catalog.RecommendedNotFound, strconv.Itoa(e.status), e)
	case e.ok() && strings.TrimSpace(string(e.answer)) == "null":
		s.saw(catalog.RecommendedNotFound, "null", e)
	}
}

// sessionCodes are the codes of faults about sessions.
var sessionCodes = []catalog.Code{catalog.Forbidden, catalog.InvalidSession, catalog.SessionExpired}

// lookAtSession looks at what became of a session, and of an upgrade with several options.
func (s *service) lookAtSession(e *exchange) {
	session := element(e.asked, "sessionID")
	code := catalog.Code(e.errorCode())
	refused := slices.Contains(sessionCodes, code)
	switch {
	case code == catalog.Forbidden:
		s.saw(catalog.SessionFault, string(catalog.Forbidden), e)
	case refused:
		s.saw(catalog.SessionFault, string(catalog.InvalidSession), e)
	}
	begun, known := s.logins[session]
	switch age := e.at.Sub(begun); {
	case !known, begun.IsZero():
	case refused:
		s.session.refuse(age, e.name)
	case code != catalog.MustUnderstand:
		s.session.accept(age, e.name)
	}
}

// bound is what accepted and refused calls say about a duration.
type bound struct {
	longest  time.Duration // accepted
	accepted string        // a call, "" for none
	refused  []refusal
}

type refusal struct {
	after time.Duration
	call  string
}

func (b *bound) accept(d time.Duration, call string) {
	if b.accepted == "" || d > b.longest {
		b.longest, b.accepted = d, call
	}
}

func (b *bound) refuse(d time.Duration, call string) {
	if len(b.refused) < maxRefusals {
		b.refused = append(b.refused, refusal{d, call})
	}
}

// shortest returns the first refusal, false without one.
func (b *bound) shortest() (refusal, bool) {
	if len(b.refused) == 0 {
		return refusal{}, false
	}
	return slices.MinFunc(b.refused, func(x, y refusal) int { return cmp.Compare(x.after, y.after) }), true
}
