package verify

import (
	"fmt"
	"reflect"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// Asked is an expectation as requests and files have it, with a duration as text.
type Asked struct {
	client.Expectation
	Within string `json:"within"`
}

// AskedAll is one expectation, or several.
type AskedAll struct {
	Asked
	Expectations []Asked `json:"expectations"`
}

// ParseExpectation returns the expectation.
func (a Asked) ParseExpectation() (client.Expectation, error) {
	within, err := duration(a.Within)
	a.Expectation.Within = within
	return a.Expectation, err
}

// All returns the expectations. One alone is a list of one, with nothing_else beside
// it.
func (a AskedAll) All() (client.Expectations, error) {
	top, err := a.ParseExpectation()
	if err != nil {
		return client.Expectations{}, err
	}
	all := client.Expectations{NothingElse: top.NothingElse, Within: top.Within}
	top.NothingElse, top.Within = false, 0
	if a.Expectations == nil {
		all.Expectations = []client.Expectation{top}
		return all, nil
	}
	if !isZero(top) {
		return all, invalid("move it into a further expectation of the list", "beside expectations, only nothing_else and within can be given")
	}
	all.Expectations, err = AllOf(a.Expectations)
	if err == nil && len(all.Expectations) == 0 && !all.NothingElse {
		err = invalid(`such as {"operation": "retrieve-order", "count": 1}`, "expectations must have at least one expectation, or nothing_else true")
	}
	return all, err
}

// AllOf returns a list of expectations.
func AllOf(list []Asked) ([]client.Expectation, error) {
	all := make([]client.Expectation, len(list))
	for n, asked := range list {
		e, err := asked.ParseExpectation()
		if err != nil {
			return nil, at(err, fmt.Sprintf("expectations[%d]", n))
		}
		all[n] = e
	}
	return all, nil
}

func isZero(e client.Expectation) bool {
	return reflect.ValueOf(e).IsZero()
}

// duration reads a wait, 0 for "".
func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := clock.ParseDuration(text)
	if err != nil {
		return 0, invalid("such as 500ms or 5s", "within: %v", err)
	}
	return d, nil
}
