package rest

import (
	"errors"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// readers are how values of a body are read where the interface is wider or
// narrower than Go. The last refuses null wherever it is not allowed, because
// it would be taken for absence.
var readers = json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readDay),
	json.UnmarshalFromFunc(readBoolean),
	json.UnmarshalFromFunc(readMoney),
	json.UnmarshalFromFunc(readWhole),
	json.UnmarshalFromFunc(refuseNull),
)

// readDay reads a date, which may be null. That it is a real day is a rule of
// the shop.
func readDay(from *jsontext.Decoder, into **commerce.DraftDay) error {
	token, err := from.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case 'n':
		*into = &commerce.DraftDay{Null: true}
	case '"':
		*into = &commerce.DraftDay{Text: token.String()}
	default:
		return mistyped(token, into)
	}
	return nil
}

// readBoolean reads true, false, 0 or 1 (open question booleans).
func readBoolean(from *jsontext.Decoder, into *bool) error {
	token, err := from.ReadToken()
	if err != nil {
		return err
	}
	switch token.Kind() {
	case 't', 'f':
		*into = token.Bool()
		return nil
	case '0':
		if number := token.String(); number == "0" || number == "1" {
			*into = number == "1"
			return nil
		}
	}
	return mistyped(token, into)
}

// readMoney reads a number, every digit of it.
func readMoney(from *jsontext.Decoder, into *commerce.Money) error {
	token, err := from.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != '0' {
		return mistyped(token, into)
	}
	if *into, err = commerce.ParseMoney(token.String()); err != nil {
		return mistyped(token, into)
	}
	return nil
}

// readWhole reads a number without a fraction, however it is written: 2.0 is
// the same JSON number as 2.
func readWhole(from *jsontext.Decoder, into *int) error {
	token, err := from.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != '0' {
		return mistyped(token, into)
	}
	number, err := commerce.ParseMoney(token.String())
	if err != nil || !number.IsWhole() {
		return mistyped(token, into)
	}
	*into, err = strconv.Atoi(number.String())
	return err
}

func refuseNull(from *jsontext.Decoder, into any) error {
	if from.PeekKind() != 'n' {
		return errors.ErrUnsupported
	}
	return &json.SemanticError{JSONKind: 'n', GoType: reflect.TypeOf(into)}
}

// mistyped is a value of another type than that of what it is read into.
func mistyped(token jsontext.Token, into any) error {
	e := &json.SemanticError{JSONKind: token.Kind(), GoType: reflect.TypeOf(into)}
	if e.JSONKind == '0' {
		e.JSONValue = jsontext.Value(token.String())
	}
	return e
}
