package control

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestBuiltOnce counts how often seldom changed answers are made while many clients read
// them: once for all of them, and once more after a change beneath the answer.
func TestBuiltOnce(t *testing.T) {
	t.Parallel()
	api := &API{
		Scenarios: scenario.NewLibrary(scenario.LibraryOptions{}), CredentialHeaders: []string{"X-Credential"},
		ShownWorlds: func() ([]World, error) { return nil, nil },
	}
	asked, _ := gin.CreateTestContext(httptest.NewRecorder())
	asked.Request = httptest.NewRequest(http.MethodGet, "/", nil)
	read := func() int {
		t.Helper()
		for range 3 {
			for _, show := range []handler{
				api.showCatalog, api.listQuestions, api.scenarioSchema, api.showDescription, api.listScenarios,
			} {
				if _, err := show(asked); err != nil {
					t.Fatal(err)
				}
			}
		}
		return api.keeper.built
	}
	if got := read(); got != 5 {
		t.Errorf("got %d made, want each of 5 once", got)
	}
	if _, err := api.Scenarios.Put("mine", []byte("summary: mine\nrules: [{on: '*', delay: 1ms}]")); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != 6 {
		t.Errorf("got %d made, want the library once more", got)
	}
	for n := range maxCached {
		if _, err := api.keeper.answer(n, func() (any, error) { return n, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(api.keeper.kept); got > maxCached {
		t.Errorf("got %d kept, want at most %d", got, maxCached)
	}
}
