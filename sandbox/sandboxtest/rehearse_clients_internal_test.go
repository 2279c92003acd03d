package sandboxtest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// retireAll creates three campaigns and deletes them again, page by page. With a mistake it
// goes on to the next page when it does not know whether a campaign is deleted, although
// the pages move when it is, and comes back to it at the end.
func (i *integration) retireAll(mended bool) {
	for _, name := range []string{"Old 1", "Old 2", "Old 3"} {
		if a := i.create(name); !a.ok() {
			i.Fatalf("got %d", a.status)
		}
	}
	var left []string
	retired := 0
	for page := 1; page <= 4; {
		a := i.call(http.MethodGet, fmt.Sprintf("/upsell?Name=Old&Limit=1&Page=%d", page), "")
		if !a.ok() || mended && len(a.body.Upsells) == 0 && a.body.Pagination.Count > 0 {
			i.Fatal("the campaigns cannot be listed")
		}
		if len(a.body.Upsells) == 0 {
			break
		}
		code := a.body.Upsells[0].Code
		switch gone := i.retire(code); {
		case gone:
			retired++
		case mended:
			i.Fatal("it is not known whether the campaign is deleted")
		default:
			left, page = append(left, code), page+1
		}
	}
	for _, code := range left {
		if !i.retire(code) {
			i.Fatal("the campaign cannot be deleted")
		}
	}
	if mended && retired < 3 {
		i.Fatal("the list has lacked a campaign")
	}
}

// retire deletes a campaign, and reports whether it is gone.
func (i *integration) retire(code string) bool {
	a := i.call(http.MethodDelete, "/upsell/"+code, "")
	return a.ok() || a.status == http.StatusNotFound
}

// post makes a call over SOAP.
func (i *integration) post(call string) answered {
	ctx, cancel := i.limited()
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, i.s.SOAP(),
		strings.NewReader(`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>`+call+`</e:Body></e:Envelope>`))
	if err != nil {
		return answered{err: err}
	}
	request.Header.Set("Content-Type", "text/xml")
	return i.send(request)
}

// login logs in over SOAP, and fails when it cannot.
func (i *integration) login() (session string, a answered) {
	signed, err := sandbox.Credentials{VendorCode: i.s.Code(), Secret: i.s.Secret()}.Sign(i.s.Now())
	if err != nil {
		i.Fatal(err)
	}
	a = i.post("<login><merchantCode>" + signed.VendorCode + "</merchantCode><date>" + signed.Date + "</date><hash>" + signed.Hash + "</hash></login>")
	_, rest, found := strings.Cut(a.text, "<loginReturn>")
	if !found {
		i.Fatalf("login: got %d %s", a.status, a.text)
	}
	session, _, _ = strings.Cut(rest, "<")
	return session, a
}

// upgrade upgrades a subscription over SOAP.
func (i *integration) upgrade(session string) answered {
	return i.post("<upgradePartnerSubscriptions><sessionID>" + session + "</sessionID><Items><item><SubscriptionReference>" + i.s.ID("subscription-upgradable", "SubscriptionReference") +
		"</SubscriptionReference><UpgradeProductCode>STUDIO-PRO-1Y</UpgradeProductCode><Quantity>1</Quantity></item></Items></upgradePartnerSubscriptions>")
}
