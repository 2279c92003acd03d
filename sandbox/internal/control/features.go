package control

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

func featureNames() []string {
	var names []string
	for _, f := range catalog.Features() {
		names = append(names, string(f.Feature))
	}
	return names
}
