package main

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func featureVerb() verb {
	return verb{
		use: "feature [on|off FLAG]", short: "List the feature flags of an account, or switch one",
		examples: []string{"feature", "feature off API_GET_CUSTOMER_ORDERS --account DEMO"},
		needs:    "on or off and a flag", args: []flag{{name: "first", optional: true, complete: knownNames(features)}, {name: "second", optional: true}},
		account: firstAccount, fetch: switchFeature,
		answer: listOf{"features", client.Feature{}},
		text: "FEATURE\tSTATE\tSUMMARY\n" + `{{range .features}}{{.feature}}	{{if .enabled}}on{{else}}off{{end}}	{{.summary}}
{{end}}`,
	}
}

// switchFeature switches the feature of the arguments, if there are any, in either order.
func switchFeature(r *request) (any, error) {
	isState := func(text string) bool { return text == "on" || text == "off" }
	args := append([]string{}, r.args...)
	if len(args) == 2 && isState(args[1]) {
		args[0], args[1] = args[1], args[0]
	}
	if len(args) > 0 && (len(args) == 1 || !isState(args[0])) {
		return nil, usage{fmt.Errorf("feature takes on or off and a flag, got %q", r.args)}
	}
	account, err := r.account()
	switch {
	case err != nil || len(args) == 0:
	case args[0] == "on":
		err = account.EnableFeature(r.ctx, args[1])
	default:
		err = account.DisableFeature(r.ctx, args[1])
	}
	if err != nil {
		return nil, err
	}
	all, err := account.Features(r.ctx)
	return map[string]any{"features": all, "total": len(all)}, err
}
