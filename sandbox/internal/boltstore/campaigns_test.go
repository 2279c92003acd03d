package boltstore

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func campaign(campaigns ...record.Campaign) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		for _, c := range campaigns {
			if err := tx.Campaigns().Put(c); err != nil {
				return err
			}
		}
		return nil
	}
}

// facts lists campaigns. Each must have the bytes of its code.
func facts(t *testing.T, s commerce.Store, list func(commerce.Campaigns) iter.Seq2[record.CampaignFacts, []byte]) []record.CampaignFacts {
	t.Helper()
	return view(t, s, func(tx commerce.Tx) (all []record.CampaignFacts) {
		for f, body := range list(tx.Campaigns()) {
			if want, ok := tx.Campaigns().Body(f.Code); !ok || !bytes.Equal(body, want) {
				t.Errorf("%s came with %s, want %s", f.Code, body, want)
			}
			all = append(all, f)
		}
		return all
	})
}

// of returns the codes of the campaigns of products.
func of(t *testing.T, s commerce.Store, role commerce.Role, products ...string) (codes []string) {
	t.Helper()
	for _, f := range facts(t, s, func(c commerce.Campaigns) iter.Seq2[record.CampaignFacts, []byte] { return c.Of(role, products) }) {
		codes = append(codes, f.Code)
	}
	return codes
}

func TestCampaignsAreServedAsStoredAndFactsAreUnchanged(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	plain, full := aCampaign(1, "P", "R"), aCampaign(2, "Ünï", "")
	end := record.DayOf(noon.AddDate(0, 0, 9))
	full.EndDate, full.StartDate, full.DisplayForManualRenewals, full.Enabled = &end, nil, true, false
	update(t, s, campaign(plain, full))
	for _, c := range []record.Campaign{plain, full} {
		want, err := record.Encode(c)
		mustDo(t, err)
		if got := view(t, s, func(tx commerce.Tx) []byte { b, _ := tx.Campaigns().Body(c.Code); return bytes.Clone(b) }); !bytes.Equal(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
		decoded := view(t, s, func(tx commerce.Tx) record.Campaign { d, _, _ := tx.Campaigns().Get(c.Code); return d })
		if decoded.Code != c.Code || decoded.Text != "" {
			t.Errorf("got %+v, want a campaign without a text of its own", decoded)
		}
	}
	same(t, "facts", facts(t, s, commerce.Campaigns.Newest), []record.CampaignFacts{full.Facts(), plain.Facts()})
}

func TestCampaignsOfSeveralProductsAreMerged(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, campaign(aCampaign(4, "A", "X"), aCampaign(1, "AB", "X"), aCampaign(3, "B", "X"), aCampaign(2, "A", "Y"), aCampaign(5, "", "A")))
	tests := []struct {
		role     commerce.Role
		products []string
		want     []int
	}{
		{commerce.PrimaryRole, []string{"A"}, []int{4, 2}},
		{commerce.PrimaryRole, []string{"B", "A", "A"}, []int{4, 3, 2}},
		{commerce.PrimaryRole, []string{"AB", "", "Z"}, []int{5, 1}},
		{commerce.PrimaryRole, nil, nil},
		{commerce.PrimaryRole, []string{"X"}, nil},
		{commerce.RecommendedRole, []string{"X", "A"}, []int{5, 4, 3, 1}},
	}
	for _, test := range tests {
		var want []string
		for _, n := range test.want {
			want = append(want, aCode(n))
		}
		equalList(t, fmt.Sprint(test.role, " of ", test.products), of(t, s, test.role, test.products...), want...)
	}
}

func TestCampaignsFollowTheirProducts(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	for n, product := range awkward {
		if product == "\xff" {
			continue
		}
		update(t, s, campaign(aCampaign(n, product, "R")))
		equalList(t, fmt.Sprintf("%.20q", product), of(t, s, commerce.PrimaryRole, product), aCode(n))
		update(t, s, campaign(aCampaign(n, "other", product)))
		equalList(t, fmt.Sprintf("%.20q after the product changed", product), of(t, s, commerce.PrimaryRole, product))
		update(t, s, campaign(aCampaign(n, product, "other"))) // the other way round
		if got := of(t, s, commerce.RecommendedRole, product); got != nil && product != "other" {
			t.Errorf("%.20q: got %v after the products changed places", product, got)
		}
		mustDo(t, db.Check())
		update(t, s, func(tx commerce.Tx) error { return tx.Campaigns().Delete(aCode(n)) })
		equalList(t, fmt.Sprintf("%.20q after the campaign went", product), of(t, s, commerce.RecommendedRole, product))
		mustDo(t, db.Check())
	}
	same(t, "facts", facts(t, s, commerce.Campaigns.Newest), []record.CampaignFacts(nil))
	update(t, s, func(tx commerce.Tx) error { return tx.Campaigns().Delete("unknown") })
}

func TestCodesThatCannotBeKeysAreRefused(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for code, valid := range map[string]bool{"": false, strings.Repeat("x", codeLimit): true, strings.Repeat("x", codeLimit+1): false} {
		c := aCampaign(1, "P", "R")
		c.Code = code
		if _, err := s.Update(campaign(c)); valid != (err == nil) || !valid && !strings.Contains(err.Error(), "1 to 200 bytes") {
			t.Errorf("%d bytes: got error %v", len(code), err)
		}
	}
}

func TestSettingsAreKept(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, want := range []record.UpsellSettings{{}, {UpsellingDisplayType: "overlay"}, {UpsellingDisplayType: "x"}} {
		if want != (record.UpsellSettings{}) {
			update(t, s, func(tx commerce.Tx) error { return tx.Campaigns().PutSettings(want) })
		}
		mustDo(t, s.View(func(tx commerce.Tx) error {
			got, err := tx.Campaigns().Settings()
			if got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			return err
		}))
	}
}
