package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

const bodyHint = "send one JSON object with the documented fields"

// decode reads the JSON body into v, a pointer to a struct. An empty body
// leaves v as it is. Fields that nobody knows, that are there twice or of the
// wrong type are refused by name.
func (r *request) decode(v any) error {
	body, err := r.text()
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	if err := strict(body, v); err != nil {
		return refuse(http.StatusBadRequest, bodyHint, "the body cannot be read: %v", err)
	}
	return nil
}

func strict(body []byte, v any) error {
	if !utf8.Valid(body) {
		return errors.New("it is not UTF-8")
	}
	if !json.Valid(body) {
		var nothing any
		return fmt.Errorf("it is not one JSON value: %w", json.Unmarshal(body, &nothing))
	}
	if err := checkFields(body, fieldsOf(v)); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields() // of what lies within
	err := decoder.Decode(v)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("%s cannot be a %s", wrong.Field, wrong.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// checkFields walks over the fields of a valid JSON value, which has to be an
// object of the given ones.
func checkFields(body []byte, known []string) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return errors.New("it is not an object")
	}
	var met []string
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // where a name stands in valid JSON
		switch {
		case !slices.Contains(known, name):
			return unknownField(name, known)
		case slices.Contains(met, name):
			return fmt.Errorf("the field %q is there twice", name)
		}
		met = append(met, name)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

func unknownField(name string, known []string) error {
	return fmt.Errorf("there is no field %q, there is %s", name, nearestOf(name, known))
}

// fieldsOf returns the names of the fields of the struct that v points to.
func fieldsOf(v any) []string {
	var names []string
	for field := range reflect.TypeOf(v).Elem().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}
