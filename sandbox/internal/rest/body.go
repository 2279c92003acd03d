package rest

import (
	"errors"
	"fmt"
	"mime"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// bodies reads JSON bodies, with the types that the interface spells in its own way.
var bodies = strictjson.New(
	strictjson.ValueOf("a calendar day in the format Y-m-d, or null", readDay),
	strictjson.ValueOf("true, false, 0 or 1", readBoolean),
	strictjson.ValueOf(fmt.Sprintf("a number of at most %d digits on either side of its point", record.MoneyDigits), readMoney),
	strictjson.ValueOf(fmt.Sprintf("a whole number of at most %d digits", record.MoneyDigits), readWhole),
)

// decode reads the JSON body into v. A value of another type and an unknown
// name fail with the given code, a body that is not JSON with
// INVALID_REQUEST_BODY. Content-Type is ignored (open question general-errors).
func (c *call) decode(v any, code catalog.Code) error { return c.decodeBy(bodies.Read, v, code) }

// decodeBy decodes the JSON body by a reader's method.
func (c *call) decodeBy(read func(body []byte, into any) error, v any, code catalog.Code) error {
	body, err := c.bytes()
	if err != nil {
		return err
	}
	var mistake *strictjson.Error
	isWrong := errors.As(read(body, v), &mistake)
	if encoding := c.Request.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		c.explainEncoding(encoding, mistake)
	}
	if isWrong && mistake.Kind == strictjson.Malformed {
		c.explainCharset(body, mistake)
	}
	if isWrong {
		return invalidBody(mistake, code)
	}
	return nil
}

// explainEncoding says that the interface reads no compressed bodies: in the
// mistake of a body that is not JSON, otherwise in a note.
func (c *call) explainEncoding(encoding string, m *strictjson.Error) {
	if m == nil || m.Kind != strictjson.Malformed {
		c.Recorder.Note(fmt.Sprintf("ignored Content-Encoding %q, because the body is not compressed", encoding))
		return
	}
	m.Field, m.Reason = "", fmt.Sprintf("because it is compressed (Content-Encoding: %s); send it uncompressed", encoding)
}

// explainCharset names the declared charset in the mistake of a body that is not UTF-8,
// unless Content-Type declares UTF-8.
func (c *call) explainCharset(body []byte, m *strictjson.Error) {
	_, parameters, _ := mime.ParseMediaType(c.Request.Header.Get("Content-Type")) // it is ignored otherwise
	charset := parameters["charset"]
	if charset == "" || strings.EqualFold(charset, "utf-8") || utf8.Valid(body) {
		return
	}
	m.Field, m.Reason = "", fmt.Sprintf("because it is in %s, the charset of its Content-Type; send UTF-8", phrase.Shorten(charset, 40))
}

// invalidBody returns the problem of a mistake in a body. A mistake in a field has the
// given code, any other INVALID_REQUEST_BODY.
func invalidBody(m *strictjson.Error, code catalog.Code) error {
	if m.Field == "" || m.Kind == strictjson.Malformed || m.Kind == strictjson.Duplicate {
		code = catalog.InvalidRequestBody
	}
	message := m.Error()
	if m.Field == "" || !strings.HasPrefix(message, m.Field) {
		message = strings.ToUpper(message[:1]) + message[1:]
	}
	return commerce.Problemf(code, "%s", message).Of(m.Field, m.Given, m.Expected)
}

// readDay reads a date or null. Whether it is a real day is a rule of the shop.
func readDay(v strictjson.Scalar) (*commerce.DraftDay, bool) {
	if v.Kind == 'n' {
		return &commerce.DraftDay{Null: true}, true
	}
	return &commerce.DraftDay{Text: v.Text}, v.Kind == '"'
}

// readBoolean reads true, false, 0 or 1 (open question booleans).
func readBoolean(v strictjson.Scalar) (is, ok bool) {
	switch v.Kind {
	case 't', 'f':
		return v.Kind == 't', true
	case '0':
		return v.Text == "1", v.Text == "0" || v.Text == "1"
	}
	return false, false
}

// readMoney reads a number, every digit of it.
func readMoney(v strictjson.Scalar) (record.Money, bool) {
	if v.Kind != '0' {
		return record.Money{}, false
	}
	amount, err := record.ParseMoney(v.Text)
	return amount, err == nil
}

// readWhole reads a number without a fraction, however it is written: 2.0 is
// the same JSON number as 2.
func readWhole(v strictjson.Scalar) (int, bool) {
	amount, ok := readMoney(v)
	if !ok || !amount.IsWhole() {
		return 0, false
	}
	number, err := strconv.Atoi(amount.String())
	return number, err == nil
}
