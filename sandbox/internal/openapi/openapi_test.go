package openapi_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// answers are other than the defaults.
type answers map[catalog.QuestionID]string

// text returns the document of an empty account with other answers than the default, as a
// sandbox shows it, because such a document has the operations.
func text(t *testing.T, query string, other answers) []byte {
	t.Helper()
	s := sandboxtest.Start(t, sandboxtest.World("empty"), func(o *sandbox.Options) {
		o.Answers = map[string]string{}
		for id, answer := range other {
			o.Answers[string(id)] = answer
		}
	})
	response, err := http.Get(s.URL() + "/_sandbox/openapi.json" + query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	shown, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("got %s %s, %v", response.Status, shown, err)
	}
	return shown
}

// document returns the document after it is read and validated, examples too.
func document(t *testing.T, other answers) *openapi3.T {
	t.Helper()
	return parsed(t, text(t, "", other))
}

// plain is the query of the document for generators.
const plain = "?for=generators"

func parsed(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	read, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Fatal(err)
	}
	return read
}

// Every REST operation is as in the catalogue: its address, its parameters and
// its error codes.
func TestOperations(t *testing.T) {
	t.Parallel()
	d := document(t, nil)
	operations := 0
	for _, op := range catalog.Operations() {
		if op.Protocol != catalog.REST {
			continue
		}
		operations++
		item := d.Paths.Value(op.Path)
		if item == nil || item.GetOperation(op.Method) == nil {
			t.Errorf("%s %s is missing", op.Method, op.Path)
			continue
		}
		described := item.GetOperation(op.Method)
		if got := described.OperationID; got != string(op.ID) {
			t.Errorf("%s %s: got %s, want %s", op.Method, op.Path, got, op.ID)
		}
		if got, want := inputs(described), expectedInputs(op); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got parameters %v, want %v", op.ID, got, want)
		}
		if got, want := ends(described), expectedEnds(op); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got ends %v, want %v", op.ID, got, want)
		}
	}
	got := 0
	for _, item := range d.Paths.Map() {
		got += len(item.Operations())
	}
	if got != operations {
		t.Errorf("got %d operations, want %d", got, operations)
	}
}

// inputs returns the parameters of an operation by name, and the fields of its
// body by path, as the catalogue has them, with whether each is required.
func inputs(o *openapi3.Operation) map[string]bool {
	all := map[string]bool{}
	for _, p := range o.Parameters {
		all[p.Value.In+" "+p.Value.Name] = p.Value.Required
	}
	if o.RequestBody != nil {
		fields(all, "body ", o.RequestBody.Value.Content["application/json"].Schema.Value)
	}
	return all
}

// fields adds the fields of an object, or of the items of a list. Of an object with
// oneOf, only fields of all kinds are required.
func fields(all map[string]bool, prefix string, s *openapi3.Schema) {
	if s.Items != nil {
		s = s.Items.Value
	}
	for name, field := range s.Properties {
		all[prefix+name] = slices.Contains(s.Required, name)
		fields(all, prefix+name+".", field.Value)
	}
	for _, one := range s.OneOf {
		for name, field := range one.Value.Properties {
			all[prefix+name] = !slices.ContainsFunc(s.OneOf, func(other *openapi3.SchemaRef) bool { return !slices.Contains(other.Value.Required, name) })
			fields(all, prefix+name+".", field.Value)
		}
	}
}

// shownAlways are fields that a body may leave out. The document requires them, because
// the body has the shown type.
var shownAlways = map[catalog.OperationID][]string{
	catalog.CreateUpsell: {"PrimaryProduct.PriceOptions.Options", "RecommendedProduct.PriceOptions.Options"},
	catalog.UpdateUpsell: {
		"Code", "StartDate", "EndDate", "Description", "PrimaryProduct.Quantity", "PrimaryProduct.PriceOptions", "PrimaryProduct.PriceOptions.Options",
		"RecommendedProduct.Quantity", "RecommendedProduct.PriceOptions", "RecommendedProduct.PriceOptions.Options",
	},
}

func expectedInputs(op *catalog.Operation) map[string]bool {
	all := map[string]bool{}
	for _, p := range op.Parameters() {
		all[string(p.In)+" "+p.Name] = p.Required || slices.Contains(shownAlways[op.ID], p.Name)
	}
	return all
}

// ends returns the error codes of an operation by status.
func ends(o *openapi3.Operation) map[string][]string {
	all := map[string][]string{}
	for status, r := range o.Responses.Map() {
		all[status] = nil
		content := r.Value.Content["application/json"]
		if status < "400" || content == nil {
			continue
		}
		for _, code := range r.Value.Extensions["x-error-codes"].([]any) {
			all[status] = append(all[status], code.(string))
		}
		slices.Sort(all[status])
	}
	return all
}

func expectedEnds(op *catalog.Operation) map[string][]string {
	all := map[string][]string{strconv.Itoa(op.Success.Status): nil}
	for _, o := range append(op.Failures(), op.SandboxFailures()...) {
		status := strconv.Itoa(o.Status)
		all[status] = append(all[status], string(o.Code))
	}
	for _, codes := range all {
		slices.Sort(codes)
	}
	return all
}

// The document follows each answer that changes a request or a response.
func TestAnswers(t *testing.T) {
	t.Parallel()
	operation := func(path, method string) func(*openapi3.T) *openapi3.Operation {
		return func(d *openapi3.T) *openapi3.Operation { return d.Paths.Value(path).GetOperation(method) }
	}
	statuses := func(o func(*openapi3.T) *openapi3.Operation) func(*openapi3.T) any {
		return func(d *openapi3.T) any { return slices.Sorted(maps.Keys(o(d).Responses.Map())) }
	}
	types := func(o func(*openapi3.T) *openapi3.Operation) func(*openapi3.T) any {
		return func(d *openapi3.T) any { return slices.Sorted(maps.Keys(o(d).Responses.Status(200).Value.Content)) }
	}
	requires := func(one, member string) func(*openapi3.T) any {
		return func(d *openapi3.T) any {
			return slices.Contains(d.Components.Schemas[one].Value.Required, member)
		}
	}
	search, recommended := operation("/orders/", "GET"), operation("/upsell/recommended", "GET")
	byDefault, otherwise := document(t, nil), document(t, answers{
		catalog.SearchStatus: "200", catalog.CreateStatus: "200", catalog.RetrieveUnknown: "400",
		catalog.RecommendedNotFound: "204", catalog.Accept: "lenient", catalog.LookupBody: "text",
		catalog.YesBody: "empty", catalog.RESTAuth: "documented", catalog.CampaignUpdate: "merge", catalog.Nulls: "omitted",
	})
	for name, test := range map[string]struct {
		look          func(*openapi3.T) any
		first, second any // by default, and otherwise
	}{
		"search-status": {statuses(search), []string{"201", "400", "401", "429", "500", "503", "507"}, []string{"200", "400", "401", "429", "500", "503", "507"}},
		"create-status": {statuses(operation("/upsell", "POST")),
			[]string{"201", "400", "401", "403", "413", "429", "500", "503", "507"}, []string{"200", "400", "401", "403", "413", "429", "500", "503", "507"}},
		"retrieve-unknown and accept": {statuses(operation("/orders/{OrderReference}/", "GET")),
			[]string{"200", "400", "401", "404", "406", "429", "500", "503", "507"}, []string{"200", "400", "401", "429", "500", "503", "507"}},
		"recommended-not-found": {statuses(recommended),
			[]string{"200", "400", "401", "404", "429", "500", "503", "507"}, []string{"200", "204", "400", "401", "429", "500", "503", "507"}},
		"lookup-body":       {types(operation("/orders/0/sale/", "GET")), []string{"application/json"}, []string{"text/plain"}},
		"yes-body":          {types(operation("/orders/{OrderReference}/", "DELETE")), []string{"application/json"}, []string(nil)},
		"rest-auth":         {func(d *openapi3.T) any { return len(*search(d).Security) }, 2, 3},
		"listed credential": {func(d *openapi3.T) any { return len(*recommended(d).Security) }, 2, 2},
		"campaign-update": {func(d *openapi3.T) any {
			return len(operation("/upsell/{upsellCode}", "PUT")(d).RequestBody.Value.Content["application/json"].Schema.Value.Required)
		}, 10, 0},
		"nulls":            {requires("Order", "ShopperRefNo"), true, false},
		"nulls of another": {requires("Campaign", "EndDate"), true, true},
	} {
		if got := test.look(byDefault); !reflect.DeepEqual(got, test.first) {
			t.Errorf("%s, by default: got %v, want %v", name, got, test.first)
		}
		if got := test.look(otherwise); !reflect.DeepEqual(got, test.second) {
			t.Errorf("%s, otherwise: got %v, want %v", name, got, test.second)
		}
	}
	null := recommended(document(t, answers{catalog.RecommendedNotFound: "null"}))
	if null.Responses.Value("404") != nil || !null.Responses.Status(200).Value.Content["application/json"].Schema.Value.Nullable {
		t.Error("the answer is not null when nothing is found")
	}
}

// The required fields of a record are the fields of an empty one in encoding/json, and a
// field written as null may be null.
func TestRecords(t *testing.T) {
	t.Parallel()
	d := document(t, nil)
	for name, one := range map[string]any{
		"Order": record.Order{}, "Item": record.Item{}, "BillingDetails": record.BillingDetails{}, "Price": record.Price{},
		"CustomerDetails": record.Customer{}, "Card": record.Card{}, "Campaign": record.Campaign{}, "AdditionalField": record.AdditionalField{},
		"PromotionOrNull": record.Promotion{}, "Promotion": record.Promotion{}, "ExtraInformation": record.ExtraInformation{}, "ProductReference": record.ProductRef{},
	} {
		text, err := record.Encode(one)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]any
		if err := json.Unmarshal(text, &members); err != nil {
			t.Fatal(err)
		}
		s := d.Components.Schemas[name].Value
		if got, want := slices.Sorted(slices.Values(s.Required)), slices.Sorted(maps.Keys(members)); !slices.Equal(got, want) {
			t.Errorf("%s: got required %v, want %v", name, got, want)
		}
		for member, value := range members {
			described := s.Properties[member].Value
			if list := described.Type.Is("array"); value == nil && !list && !described.Nullable && described.OneOf == nil {
				t.Errorf("%s.%s may be null", name, member)
			}
			if value != nil && described.Nullable {
				t.Errorf("%s.%s is never null", name, member)
			}
		}
	}
}

// A rule is in the schema if a schema can express it.
func TestRules(t *testing.T) {
	t.Parallel()
	d := document(t, nil)
	for _, op := range catalog.Operations() {
		if op.Protocol != catalog.REST {
			continue
		}
		o := d.Paths.Value(op.Path).GetOperation(op.Method)
		for _, p := range op.Parameters() {
			s := schemaOf(o, p)
			switch {
			case strings.HasPrefix(p.Rule, "Y-m-d") && s.Format != "date" && s.Pattern == "",
				strings.Contains(p.Rule, "1 to 200") && (s.Min == nil || s.Max == nil || *s.Min != 1 || *s.Max != 200),
				strings.Contains(p.Rule, "255 characters") && (s.MaxLength == nil || *s.MaxLength != 255),
				strings.Contains(p.Rule, "500 characters") && (s.MaxLength == nil || *s.MaxLength != 500),
				strings.Contains(p.Rule, "0 to 100") && (s.Min == nil || s.Max == nil || *s.Min != 0 || *s.Max != 100),
				p.Rule == "currency code" && s.Pattern != "^[A-Z]{3}$", p.Rule == "language code" && s.Pattern == "",
				p.Default != "" && s.Default == nil && !strings.HasSuffix(p.Name, ".Quantity"),
				len(p.Enum) > 0 && p.Name != "Discount.Type" && s.Enum == nil && (s.Items == nil || len(s.Items.Value.Enum) != len(p.Enum)):
				t.Errorf("%s %s: the schema does not say %q %v %q", op.ID, p.Name, p.Rule, p.Enum, p.Default)
			}
		}
	}
}

func schemaOf(o *openapi3.Operation, p catalog.Parameter) *openapi3.Schema {
	if p.In != catalog.InBody {
		return o.Parameters.GetByInAndName(string(p.In), p.Name).Schema.Value
	}
	s := o.RequestBody.Value.Content["application/json"].Schema.Value
	for name := range strings.SplitSeq(p.Name, ".") {
		if s.Items != nil {
			s = s.Items.Value
		}
		s = member(s, name)
	}
	return s
}

// member returns a field of an object, or of one of its kinds.
func member(s *openapi3.Schema, name string) *openapi3.Schema {
	if field := s.Properties[name]; field != nil {
		return field.Value
	}
	for _, one := range s.OneOf {
		if field := one.Value.Properties[name]; field != nil {
			return field.Value
		}
	}
	return nil
}

// Every component is used.
func TestComponents(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", plain} {
		shown := text(t, query, nil)
		for name := range parsed(t, shown).Components.Schemas {
			if !strings.Contains(string(shown), `"#/components/schemas/`+name+`"`) {
				t.Errorf("%s: %s is not used", query, name)
			}
		}
	}
}

// The patterns match the texts that the sandbox reads, and nothing else.
func TestSpellings(t *testing.T) {
	t.Parallel()
	d := document(t, nil)
	orders := d.Paths.Value("/orders/").Get.Parameters
	amount := d.Components.Schemas["Amount"].Value
	for name, test := range map[string]struct {
		pattern   string
		good, bad []string
	}{
		"Page": {orders.GetByInAndName("query", "Page").Schema.Value.Pattern,
			[]string{"1", "007", "200"}, []string{"0", "-1", "1.0", "x"}},
		"Newer": {orders.GetByInAndName("query", "Newer").Schema.Value.Pattern,
			[]string{"1790000000", "2026-10-02", "2026-10-02 09:14:51"}, []string{"-1", "2026-10-02T09:14:51", "2026-10-2"}},
		"Currency": {amount.Properties["Currency"].Value.Pattern, []string{"EUR", "USD"}, []string{"", "eur", "EURO"}},
		"Language": {d.Components.Schemas["LocalizedText"].Value.Properties["Language"].Value.Pattern,
			[]string{"en", "pt-br", "zh_Hant"}, []string{"", "e", "english", "en-"}},
	} {
		form := regexp.MustCompile(test.pattern)
		for _, text := range test.good {
			if !form.MatchString(text) {
				t.Errorf("%s: %q does not match %s", name, text, test.pattern)
			}
		}
		for _, text := range test.bad {
			if form.MatchString(text) {
				t.Errorf("%s: %q matches %s", name, text, test.pattern)
			}
		}
	}
}

// TestDescriptions finds a description for every parameter, component and field, each
// with its subject.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, d := range []*openapi3.T{
		document(t, nil), document(t, answers{catalog.CampaignUpdate: "merge"}), document(t, answers{catalog.RecommendedNotFound: "null"}),
		parsed(t, text(t, plain, nil)),
	} {
		for path, item := range d.Paths.Map() {
			for method, o := range item.Operations() {
				for _, p := range o.Parameters {
					if p.Value.Description == "" || p.Value.Example == nil {
						t.Errorf("%s %s: %s has no description or no example", method, path, p.Value.Name)
					}
				}
			}
		}
		for name, component := range d.Components.Schemas {
			name = strings.TrimSuffix(name, "OrNull")
			used[component.Value.Description] = true
			if component.Value.Description == "" {
				t.Errorf("%s has no description", name)
			}
			for field, s := range component.Value.Properties {
				used[s.Value.Description] = true
				if s.Value.Description == "" {
					t.Errorf("%s.%s has no description", name, field)
				}
			}
		}
	}
	for subject, text := range openapi.Descriptions() {
		if !used[text] {
			t.Errorf("%s is described and does not exist", subject)
		}
	}
}
