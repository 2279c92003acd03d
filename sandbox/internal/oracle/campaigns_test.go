package oracle

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// campaign has the fields for filters, beside the body as answers show it.
type campaign struct {
	code, name, start, end string
	enabled, renewals      bool
	primary, recommended   string
	shown                  map[string]any
}

// worldCampaign is a campaign of world.json.
type worldCampaign struct {
	Code, Name, Start, End string
	Renewals, Disabled     bool
	Percent                int
	Fixed                  map[string]json.Number
	Primary, Recommended   struct{ Product string }
	Description            map[string]string
}

func (w worldCampaign) campaign() *campaign {
	body := map[string]any{
		"Name": w.Name, "Enabled": !w.Disabled, "DisplayForManualRenewals": w.Renewals, "StartDate": orNull(w.Start), "EndDate": orNull(w.End),
		"PrimaryProduct":     map[string]any{"Code": w.Primary.Product, "Quantity": 0},
		"RecommendedProduct": map[string]any{"Code": w.Recommended.Product, "Quantity": 1},
		"Discount":           map[string]any{"Type": "PERCENT", "Value": w.Percent},
	}
	if w.Fixed != nil {
		body["Discount"] = map[string]any{"Type": "FIXED"}
	}
	return newCampaign(w.Code, body)
}

func orNull(date string) any {
	if date == "" {
		return nil
	}
	return date
}

// newCampaign keeps a body with checked values and filled absent ones.
func newCampaign(code string, body map[string]any) *campaign {
	text := func(v any) string { s, _ := v.(string); return s }
	return &campaign{
		code: code, name: text(body["Name"]), start: text(body["StartDate"]), end: text(body["EndDate"]),
		enabled: body["Enabled"] == true, renewals: body["DisplayForManualRenewals"] == true,
		primary: text(body["PrimaryProduct"].(map[string]any)["Code"]), recommended: text(body["RecommendedProduct"].(map[string]any)["Code"]),
		shown: body,
	}
}

// fields flattens the campaign into the paths for comparing an answer.
func (c *campaign) fields(front string) map[string]any {
	all := map[string]any{}
	flatten(all, front, c.shown)
	return all
}

func flatten(into map[string]any, front string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			flatten(into, strings.TrimPrefix(front+"."+k, "."), child)
		}
	case []any:
		for i, child := range v {
			flatten(into, front+"."+strconv.Itoa(i), child)
		}
	default:
		into[front] = v
	}
}

var campaignOperations = []*operation{
	{id: "search-upsell", answer: (*state).searchUpsell,
		scalars: append([]string{"Name", "StartsBefore", "StartsAfter", "EndsBefore", "EndsAfter", "EnabledForRenewals"}, paging...)},
	{id: "recommended-upsell", answer: (*state).recommendedUpsell, scalars: []string{"ProductCode"}},
	{id: "create-upsell", answer: (*state).createUpsell},
	{id: "update-upsell", answer: (*state).updateUpsell},
	{id: "delete-upsell", accept: true, answer: (*state).deleteUpsell},
	{id: "read-upsell-settings", accept: true, answer: (*state).readSettings},
	{id: "change-upsell-settings", answer: (*state).changeSettings},
}

// ended says whether EndDate is before today.
func (s *state) ended(c *campaign) bool { return c.end != "" && c.end < s.now.Format(day) }

// standing says whether Statuses finds the campaign: questions campaign-query,
// campaign-statuses and ended-campaigns.
func (s *state) standing(c *campaign, statuses []string) bool {
	if len(statuses) == 0 && s.answers["campaign-statuses"] == "enabled" {
		statuses = []string{"Enabled"}
	}
	lives := !s.ended(c) || s.answers["ended-campaigns"] == "both"
	return len(statuses) == 0 ||
		slices.Contains(statuses, "Enabled") && c.enabled && lives ||
		slices.Contains(statuses, "Disabled") && !c.enabled && lives ||
		slices.Contains(statuses, "Expired") && s.ended(c)
}

var listKey = regexp.MustCompile(`^(.*)\[[0-9]*\]$`)

// list returns the values of a list in all its spellings.
func (r *request) list(name string) (all []string) {
	for _, p := range r.query {
		if found := listKey.FindStringSubmatch(p.name); found != nil && found[1] == name && p.value != "" {
			all = append(all, p.value) // behind brackets a comma is a part of the value
		} else if p.name == name {
			for part := range strings.SplitSeq(p.value, ",") {
				if part != "" {
					all = append(all, part)
				}
			}
		}
	}
	return all
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// searchUpsell is GET /upsell with question campaign-query.
func (s *state) searchUpsell(r *request) prediction {
	faults := r.faults()
	wrong := func(is bool) {
		if is {
			faults = append(faults, "400 INVALID_PARAMETER")
		}
	}
	codes, statuses := r.list("CampaignCodes"), r.list("Statuses")
	wrong(slices.ContainsFunc(codes, func(c string) bool { return !uuid.MatchString(c) }))
	wrong(slices.ContainsFunc(statuses, func(v string) bool { return !slices.Contains([]string{"Enabled", "Disabled", "Expired"}, v) }))
	renewals, readable := boolean(r.get("EnabledForRenewals"))
	wrong(r.get("EnabledForRenewals") != "" && !readable)
	bounds := [4]string{r.get("StartsBefore"), r.get("StartsAfter"), r.get("EndsBefore"), r.get("EndsAfter")}
	for _, b := range bounds {
		_, ok := date(b)
		wrong(b != "" && !ok)
	}
	p, more := r.page()
	if faults = append(faults, more...); len(faults) > 0 {
		return refuse(unique(faults)...)
	}
	primary, recommended := r.list("PrimaryProductCodes"), r.list("RecommendedProductCodes")
	found := slices.DeleteFunc(slices.Clone(s.campaigns), func(c *campaign) bool {
		return !strings.Contains(fold(c.name), fold(r.get("Name"))) || !s.standing(c, statuses) || !c.between(bounds) ||
			r.get("EnabledForRenewals") != "" && c.renewals != renewals || !among(primary, c.primary) || !among(recommended, c.recommended) ||
			len(codes) > 0 && !slices.ContainsFunc(codes, func(code string) bool { return strings.EqualFold(code, c.code) })
	})
	want := prediction{Outcomes: []string{"200"}, Headers: jsonBody, Refs: []string{}, Fields: map[string]any{
		"Page": p.number, "Limit": p.limit, "UpsellsCount": len(found), "PagesCount": (len(found) + p.limit - 1) / p.limit,
	}}
	for i, c := range cut(s, p, found) {
		want.Refs = append(want.Refs, c.code)
		want.Fields["Upsells."+strconv.Itoa(i)+".Name"] = c.name
	}
	if s.made > 0 { // the service chose a code
		want.Refs = nil
	}
	return want
}

func among(values []string, v string) bool { return len(values) == 0 || slices.Contains(values, v) }

// between applies the four dates, each inclusive; a null date matches none.
func (c *campaign) between(bounds [4]string) bool {
	for i, b := range bounds {
		of := c.start
		if i > 1 {
			of = c.end
		}
		if b != "" && (of == "" || i%2 == 0 && of > b || i%2 == 1 && of < b) {
			return false
		}
	}
	return true
}

// fold makes cases equal as Unicode folds them.
func fold(text string) string {
	return strings.Map(func(c rune) rune {
		least := c
		for d := unicode.SimpleFold(c); d != c; d = unicode.SimpleFold(d) {
			least = min(least, d)
		}
		return least
	}, text)
}

// recommendedUpsell is question recommended-match.
func (s *state) recommendedUpsell(r *request) prediction {
	product, today := r.get("ProductCode"), s.now.Format(day)
	if r.broken != nil || product == "" {
		return refuse("400 INVALID_PARAMETER")
	}
	for _, c := range s.campaigns {
		if c.enabled && c.primary == product && (c.start == "" || c.start <= today) && !s.ended(c) {
			want := prediction{Outcomes: []string{"200"}, Headers: jsonBody, Fields: c.fields("")}
			want.Fields["Code"] = c.code
			return want
		}
	}
	switch empty, null := "", "null"; s.answers["recommended-not-found"] {
	case "204":
		return prediction{Outcomes: []string{"204"}, Body: &empty}
	case "null":
		return prediction{Outcomes: []string{"200"}, Headers: jsonBody, Body: &null}
	}
	return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
}

// createUpsell is POST /upsell.
func (s *state) createUpsell(r *request) prediction {
	body, p := readBody(r.call.Body, wholeCampaign(), "400 INVALID_UPSELL_CAMPAIGN")
	if p != nil {
		return p.or(s.answers["create-status"])
	}
	if body["Code"] != nil { // question campaign-code
		return refuse("400 INVALID_UPSELL_CAMPAIGN")
	}
	if reversed(body) {
		return prediction{silent: endsFirst, Outcomes: []string{s.answers["create-status"], "400 INVALID_UPSELL_CAMPAIGN"}}
	}
	s.made++
	c := newCampaign(fmt.Sprintf("made-%d", s.made), body)
	s.campaigns = append([]*campaign{c}, s.campaigns...)
	want := prediction{Outcomes: []string{s.answers["create-status"]}, Headers: map[string]string{"Content-Type": "application/json"}, Fields: c.fields("")}
	if s.answers["create-status"] == "201" {
		want.Headers["Location"] = restBase + "/upsell/{Code}"
	}
	return want
}

const endsFirst = "a campaign that ends before it begins"

func reversed(body map[string]any) bool {
	start, _ := body["StartDate"].(string)
	end, _ := body["EndDate"].(string)
	return start != "" && end != "" && start > end
}

// updateUpsell is PUT /upsell/{upsellCode} with question campaign-update.
func (s *state) updateUpsell(r *request) prediction {
	if r.unreadable {
		return refuse("400 INVALID_PARAMETER")
	}
	merge, fields := s.answers["campaign-update"] == "merge", wholeCampaign()
	if merge {
		fields = partOfCampaign()
	}
	body, p := readBody(r.call.Body, fields, "400 INVALID_UPSELL_CAMPAIGN")
	if p != nil {
		return p.or("200")
	}
	if code, named := body["Code"]; named && !strings.EqualFold(code.(string), r.ref) {
		return refuse("400 INVALID_UPSELL_CAMPAIGN")
	}
	c := s.campaign(r.ref)
	switch {
	case c == nil && reversed(body):
		return prediction{silent: endsFirst, Outcomes: []string{"404 UPSELL_CAMPAIGN_NOT_FOUND", "400 INVALID_UPSELL_CAMPAIGN"}}
	case c == nil:
		return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
	}
	if merge {
		for k, v := range c.shown {
			if _, named := body[k]; !named {
				body[k] = v
			}
		}
	}
	if reversed(body) {
		return prediction{silent: endsFirst, Outcomes: []string{"200", "400 INVALID_UPSELL_CAMPAIGN"}}
	}
	delete(body, "Code")
	*c = *newCampaign(c.code, body)
	want := prediction{Outcomes: []string{"200"}, Headers: jsonBody, Fields: c.fields("")}
	want.Fields["Code"] = c.code
	return want
}

// deleteUpsell is DELETE /upsell/{upsellCode}.
func (s *state) deleteUpsell(r *request) prediction {
	if r.unreadable {
		return refuse("400 INVALID_PARAMETER")
	}
	c, empty := s.campaign(r.ref), ""
	if c == nil {
		return refuse("404 UPSELL_CAMPAIGN_NOT_FOUND")
	}
	s.campaigns = slices.DeleteFunc(s.campaigns, func(d *campaign) bool { return d == c })
	return prediction{Outcomes: []string{"200"}, Body: &empty}
}

func (s *state) readSettings(*request) prediction {
	return prediction{Outcomes: []string{"200"}, Headers: jsonBody, Fields: map[string]any{"UpsellingDisplayType": s.display}}
}

// changeSettings is section 2.3 with question display-types.
func (s *state) changeSettings(r *request) prediction {
	body, p := readBody(r.call.Body, rule{fields: map[string]rule{
		"UpsellingDisplayType": {kind: "string", required: true, enum: []string{"overlay", "interstitial"}},
	}}, "400 INVALID_UPSELL_SETTINGS")
	if p != nil {
		return p.or("200")
	}
	s.display = body["UpsellingDisplayType"].(string)
	return s.readSettings(r)
}
