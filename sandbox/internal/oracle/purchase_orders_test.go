package oracle

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// done predicts the success of a cancellation or an upload: question yes-body.
func (s *state) done() prediction {
	body, want := "true", prediction{Outcomes: []string{"200"}, Headers: jsonBody}
	if s.answers["yes-body"] == "empty" {
		body, want.Headers = "", nil
	}
	want.Body = &body
	return want
}

// cancelOrder is section 4.6 with question cancel-errors.
func (s *state) cancelOrder(r *request) prediction {
	if r.unreadable {
		return refuse("400 INVALID_PARAMETER")
	}
	o := s.order(r.ref)
	switch {
	case o == nil:
		return refuse("404 ORDER_NOT_FOUND")
	case o.PurchaseOrder == "":
		return refuse("400 ORDER_NOT_PURCHASE_ORDER")
	case o.Status != "PENDING":
		return refuse("400 ORDER_CANNOT_BE_CANCELED")
	}
	o.Status, o.Approve = "CANCELED", "" // no text gives it an approval then
	return s.done()
}

var (
	dataURL   = regexp.MustCompile(`^data:[^,]*,`)
	notBase64 = regexp.MustCompile(`[^A-Za-z0-9+/=]`)
)

// uploadForm is section 4.7 with questions upload-encoding and upload-errors. Of
// several faults the answer may name any.
func (s *state) uploadForm(r *request) prediction {
	form, p := readBody(r.call.Body, rule{longest: 16 << 20, fields: map[string]rule{
		"FileName": {kind: "text"}, "ClientTime": {kind: "text"}, "File": {kind: "text"},
	}}, "400 INVALID_REQUEST_BODY")
	var faults []string
	if p != nil {
		v, _, _ := decode(r.call.Body)
		object, is := v.(map[string]any)
		mistyped := func(v any) bool { _, is := v.(string); return v != nil && !is }
		if p.Outcomes[0][0:3] == "413" || !is || slices.ContainsFunc([]any{object["FileName"], object["ClientTime"], object["File"]}, mistyped) {
			return *p
		}
		form, faults = object, p.Outcomes // an unknown name or one given twice, beside the other faults
	}
	wrong := func(is bool, code string) {
		if is {
			faults = append(faults, "400 "+code)
		}
	}
	wrong(r.unreadable, "INVALID_PARAMETER")
	text := func(name string) string { v, _ := form[name].(string); return v }
	name := text("FileName")
	wrong(name == "" || utf8.RuneCountInString(name) > 255 || strings.ContainsAny(name, `/\`) || name == "." || name == "..", "INVALID_FILE_NAME")
	file := dataURL.ReplaceAllString(text("File"), "")
	_, err := base64.StdEncoding.DecodeString(file)
	wrong(file == "" || notBase64.MatchString(file), "INVALID_FILE")
	_, unreadable := time.Parse(moment, text("ClientTime"))
	wrong(unreadable != nil, "INVALID_CLIENT_TIME")
	if len(faults) > 0 {
		return refuse(unique(faults)...)
	}
	o := s.order(r.ref)
	if o == nil || o.PurchaseOrder == "" || o.Status != "PENDING" {
		return refuse("400 INVALID_REFERENCE")
	}
	if err != nil {
		return prediction{silent: "base64 without its padding", Outcomes: []string{"200", "400 INVALID_FILE"}}
	}
	return s.done()
}

var purchaseOrderOperations = []*operation{
	{id: "cancel-order", accept: true, answer: (*state).cancelOrder},
	{id: "upload-order-form", accept: true, answer: (*state).uploadForm},
}
