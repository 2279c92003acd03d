package transfer

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// jsonForm is the form of a value in JSON.
type jsonForm int

const (
	anything jsonForm = iota
	anObject
	aList
	aText
	anAmount // a number with a fraction
	aWhole
	aTruth
	aMoment
	aDay
)

// shape is the form of a record, or of a value in one. null is right everywhere,
// because it is in the interface; required parts of a record are checked when it is
// read.
type shape struct {
	form     jsonForm
	expected string            // in words
	fields   map[string]*shape // of an object
	folded   map[string]string // the names of fields by their lower case
	strict   bool              // whether an object has no other names
	elements *shape            // of a list, or of an object used as a map
	words    []string          // the possible texts, nil for any
	isBytes  bool              // whether a text is bytes in base64, which may have more than maxText
	low      int64             // of a whole number
	high     int64
}

// shapes makes the shape of each type once.
type shapes map[reflect.Type]*shape

// bounds are the whole numbers with less room than their type, by the name of their
// field, after the name of their type where types differ.
var bounds = map[string][2]int64{
	"Item.Quantity":             {1, commerce.MaxQuantity},
	"Quantity":                  {0, commerce.MaxQuantity}, // 0 is any, of a campaign
	"quantity":                  {1, commerce.MaxQuantity},
	"OrderNo":                   {0, commerce.MaxNumber},
	"AvangateCustomerReference": {0, commerce.MaxNumber},
	"customer":                  {0, commerce.MaxNumber},
	"sale":                      {0, commerce.MaxNumber},
	"months":                    {0, commerce.MaxMonths},
}

// wordings describe texts often sent as something else.
var wordings = map[string]string{"RefNo": "a string of 1 to 18 digits that begins with no 0"}

func (s shapes) of(t reflect.Type) *shape {
	if made, ok := s[t]; ok {
		return made
	}
	made := &shape{}
	s[t] = made
	s.fill(made, t)
	return made
}

func (s shapes) fill(made *shape, t reflect.Type) {
	switch t {
	case reflect.TypeFor[record.Money]():
		made.form, made.expected = anAmount, "a number"
		return
	case reflect.TypeFor[record.Moment]():
		made.form, made.expected = aMoment, "a date and time in the format Y-m-d H:i:s"
		return
	case reflect.TypeFor[record.Day]():
		made.form, made.expected = aDay, "a day in the format Y-m-d"
		return
	case reflect.TypeFor[record.PaymentMethod]():
		made.form, made.expected = anObject, "an object"
		s.addFields(made, reflect.TypeFor[record.PayPal]())
		s.addFields(made, reflect.TypeFor[record.Card]())
		return
	case reflect.TypeFor[[]byte]():
		made.form, made.expected, made.isBytes = aText, "a string in base64", true
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		*made = *s.of(t.Elem())
	case reflect.Struct:
		made.form, made.expected = anObject, "an object"
		if s.addFields(made, t); len(made.fields) == 0 {
			made.form = anything // its content is unknown
		}
	case reflect.Map:
		made.form, made.expected, made.elements = anObject, "an object", s.of(t.Elem())
	case reflect.Slice:
		made.form, made.expected, made.elements = aList, "a list", s.of(t.Elem())
	case reflect.Bool:
		made.form, made.expected = aTruth, "true or false"
	case reflect.Int, reflect.Int64, reflect.Uint64:
		made.bound(math.MinInt64, math.MaxInt64)
		made.expected = "a whole number"
	case reflect.String:
		made.form, made.expected = aText, "a string"
		s.addWords(made, t)
	}
}

func (sh *shape) bound(low, high int64) {
	sh.form, sh.low, sh.high = aWhole, low, high
	sh.expected = fmt.Sprintf("a whole number from %d to %d", low, high)
}

// addFields adds the fields of a struct, including its embedded structs.
func (s shapes) addFields(made *shape, t reflect.Type) {
	if made.fields == nil {
		made.fields, made.folded = map[string]*shape{}, map[string]string{}
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous:
			s.addFields(made, field.Type)
		case name != "-":
			made.fields[name], made.folded[strings.ToLower(name)] = s.ofField(t, name, field.Type), name
		}
	}
}

// ofField returns the shape of a field, with the bounds and the wording of its name.
func (s shapes) ofField(owner reflect.Type, name string, t reflect.Type) *shape {
	of := s.of(t)
	room, bounded := bounds[owner.Name()+"."+name]
	if !bounded {
		room, bounded = bounds[name]
	}
	if bounded {
		narrow := *of
		narrow.bound(room[0], room[1])
		of = &narrow
	}
	if text, ok := wordings[name]; ok {
		worded := *of
		worded.expected = text
		of = &worded
	}
	return of
}

// addWords adds the words of a closed set. The reasons of disputes are no closed set
// in the records of others.
func (s shapes) addWords(made *shape, t reflect.Type) {
	values := reflect.Zero(t).MethodByName("Values")
	if !values.IsValid() || t == reflect.TypeFor[catalog.Reason]() {
		return
	}
	list := values.Call(nil)[0]
	for i := range list.Len() {
		made.words = append(made.words, list.Index(i).String())
	}
	made.expected = phrase.Or(made.words...)
}
