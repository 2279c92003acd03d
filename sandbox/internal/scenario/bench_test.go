package scenario_test

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func benchmark(b *testing.B, director *scenario.Director) {
	called := &call{operation: catalog.RetrieveOrder, path: map[string]string{"OrderReference": "248810377"}}
	b.ReportAllocs()
	for b.Loop() {
		begun, err := director.Begin(catalog.RetrieveOrder, nil)
		must(b, err)
		director.Decide(b.Context(), called, begun).Release()
	}
}

func BenchmarkNothingActive(b *testing.B) {
	benchmark(b, newDirector(b, scenario.NewLibrary(scenario.LibraryOptions{})))
}

func BenchmarkFiveActive(b *testing.B) {
	for name, format := range map[string]string{
		"other operations":     `rules: [{on: login, fail: INTERNAL_ERROR, skip: %d}]`,
		"no condition matches": `rules: [{on: "*", fail: INTERNAL_ERROR, when: path.OrderReference == "%d"}]`,
		"answers":              `{assume: {nulls: omitted, search-status: "200"}, rules: [{on: login, skip: %d, cut: reset}]}`,
	} {
		b.Run(name, func(b *testing.B) {
			own := map[string]string{}
			for i := range 50 {
				own[fmt.Sprintf("own-%d", i)] = fmt.Sprintf(format, i)
			}
			director := newDirector(b, libraryOf(b, own))
			activate(b, director, "own-0", "own-1", "own-2", "own-3", "own-4")
			benchmark(b, director)
		})
	}
}
