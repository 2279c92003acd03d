package control

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// showForm answers the bytes of an uploaded order form. A browser saves them and shows
// nothing, because anybody may have uploaded them.
func (api *API) showForm(c *gin.Context, a *account.Account) (answer, error) {
	reference, _, err := orderResource.find(a, c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	var form record.Form
	err = a.Shop.View(func(tx commerce.Tx) (err error) {
		form, err = findForm(tx, reference, c.Param("n"))
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, r *http.Request) {
		sum, head := sha256.Sum256(form.Content), w.Header()
		head.Set("Content-Type", "application/octet-stream")
		head.Set("Content-Disposition", savedAs(form.FileName))
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		head.Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":") // RFC 9530
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(form.Content))
	}}, nil
}

// findForm returns a form of an order with its bytes. Its number counts from 1.
func findForm(tx commerce.Tx, reference, number string) (record.Form, error) {
	internals, _, err := tx.Orders().Internals(reference)
	if err != nil {
		return record.Form{}, err
	}
	var forms []record.Form
	if internals.PurchaseOrder != nil {
		forms = internals.PurchaseOrder.Forms
	}
	n, err := strconv.Atoi(number)
	switch {
	case len(forms) == 0:
		return record.Form{}, problem(http.StatusNotFound, "upload-order-form uploads one to a purchase order", "order %s has no forms", reference)
	case err != nil || n < 1 || n > len(forms):
		return record.Form{}, problem(http.StatusNotFound, "the number of a form is from 1 to "+strconv.Itoa(len(forms)), "unknown form %q of order %s", number, reference)
	}
	content, stored := tx.Orders().Form(reference, n-1)
	if !stored {
		return record.Form{}, problem(http.StatusNotFound, "an older sandbox made the form without bytes; a reset to the world gives it some", "form %d of order %s has no bytes", n, reference)
	}
	return forms[n-1].WithContent(bytes.Clone(content)), nil
}

// savedAs returns the Content-Disposition of a file to save. A name from outside
// becomes a plain one, without folders, control characters and dots in front.
func savedAs(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) || unicode.In(r, unicode.Cf) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if name = strings.TrimLeft(name, ". "); name == "" {
		name = "form"
	}
	if d := mime.FormatMediaType("attachment", map[string]string{"filename": name}); d != "" {
		return d
	}
	return "attachment"
}
