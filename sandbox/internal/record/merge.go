package record

import (
	"maps"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Merge lays a merge patch (RFC 7386) over a record without a Text: an object member by
// member, any other value in whole. Null stands for an absent value.
func Merge[T any](r *T, patch []byte) error {
	before, err := Encode(r)
	if err != nil {
		return err
	}
	merged, err := merge(before, patch)
	if err != nil {
		return err
	}
	var after T
	err = DecodeText(merged, &after)
	*r = after
	return err
}

func merge(into, patch jsontext.Value) (jsontext.Value, error) {
	if patch.Kind() != '{' {
		return patch, nil
	}
	members, changes := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	if err := json.Unmarshal(patch, &changes); err != nil {
		return nil, err
	}
	if into.Kind() == '{' {
		if err := json.Unmarshal(into, &members); err != nil {
			return nil, err
		}
	}
	for name, change := range changes {
		var err error
		if members[name], err = merge(members[name], change); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(members, func(_ string, value jsontext.Value) bool { return value.Kind() == 'n' })
	return json.Marshal(members)
}
