package commerce

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// OrderForm is the request of section 4.7 (open question upload-encoding).
type OrderForm struct {
	FileName   string
	ClientTime string // Y-m-d H:i:s
	File       string // base64, a data: URL prefix is accepted
}

// UploadOrderForm stores a form of a pending purchase order. After the first form
// the purchase order awaits its confirmation; a further form is added (open
// question upload-effect).
func (s *Shop) UploadOrderForm(t Terms, ref string, form OrderForm) ([]Change, error) {
	content, err := form.content()
	if err != nil {
		return nil, err
	}
	return s.store.Update(func(tx Tx) error {
		stored, err := findOrder(tx, catalog.InvalidReference, ref)
		if err != nil {
			return err
		}
		if err := checkUpload(&stored); err != nil {
			return err
		}
		po := stored.PurchaseOrder
		uploaded := record.Form{FileName: form.FileName, ClientTime: form.ClientTime, UploadedAt: record.At(t.Now)}
		po.Forms = append(po.Forms, uploaded.WithContent(content))
		if po.State == catalog.AwaitingForm {
			po.State = catalog.AwaitingConfirmation
		}
		return tx.Orders().Put(stored)
	})
}

// content returns the decoded file of a form, or all problems of its name, file and time
// together (open question upload-errors).
func (f OrderForm) content() ([]byte, error) {
	var faults []Problem
	if err := f.checkFileName(); err != nil {
		faults = append(faults, *err)
	}
	content, err := f.decode()
	if err != nil {
		faults = append(faults, *err)
	}
	if _, err := record.ParseMoment(f.ClientTime); err != nil {
		faults = append(faults, *Problemf(catalog.InvalidClientTime, "ClientTime must be in the format Y-m-d H:i:s, got %q%s", f.ClientTime, momentInOtherFormat(f.ClientTime)).
			Of("ClientTime", f.ClientTime, "a date and time such as 2026-10-02 09:14:51"))
	}
	return content, joinProblems(faults)
}

func (f OrderForm) checkFileName() *Problem {
	problem := func(why string) *Problem {
		return Problemf(catalog.InvalidFileName, "FileName %s", why).
			Of("FileName", f.FileName, fmt.Sprintf("a plain file name of 1 to %d characters", catalog.MaxFileName))
	}
	switch length := utf8.RuneCountInString(f.FileName); {
	case strings.TrimSpace(f.FileName) == "":
		return problem("is required")
	case length > catalog.MaxFileName:
		return problem(fmt.Sprintf("must have at most %d characters, got %d", catalog.MaxFileName, length))
	case strings.ContainsAny(f.FileName, `/\`), f.FileName == ".", f.FileName == "..":
		return problem("must not contain a path")
	case strings.ContainsFunc(f.FileName, unicode.IsControl):
		return problem("must not contain control characters")
	}
	return nil
}

// decode returns the bytes of the file, without the prefix of a data: URL.
func (f OrderForm) decode() ([]byte, *Problem) {
	text := f.File
	if strings.HasPrefix(text, "data:") {
		if _, rest, ok := strings.Cut(text, ","); ok {
			text = rest
		}
	}
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		content, err = base64.RawStdEncoding.DecodeString(text)
	}
	switch {
	case err != nil:
		return nil, Problemf(catalog.InvalidFile, "File must be base64%s", otherFile(text, err)).
			Of("File", shorten(f.File), "the bytes of the file in base64")
	case len(content) == 0:
		return nil, Problemf(catalog.InvalidFile, "File is empty").Of("File", "", "the bytes of the file in base64")
	}
	return content, nil
}

// otherFile describes a file that is not base64, as the end of a message.
func otherFile(text string, err error) string {
	if _, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "=")); err == nil {
		return ", and it is URL-safe base64; write + for - and / for _"
	}
	if strings.ContainsFunc(text, func(r rune) bool {
		return r > unicode.MaxASCII || unicode.IsControl(r) || strings.ContainsRune(" %<{[(:.!", r)
	}) {
		return ", and it is the raw text of a file; encode its bytes in base64"
	}
	return fmt.Sprintf(": %v", err)
}

func checkUpload(r *record.StoredOrder) error {
	o := &r.Order
	var why string
	switch {
	case o.OrderFlow != catalog.PurchaseOrderFlow || r.PurchaseOrder == nil:
		why = "is not a purchase order"
	case o.Status != catalog.Pending:
		why = fmt.Sprintf("is %s and takes no more forms", o.Status)
	default:
		return nil
	}
	return Problemf(catalog.InvalidReference, "Order %s %s", o.RefNo, why).
		Of("OrderReference", o.RefNo, "a purchase order in the status "+string(catalog.Pending))
}
