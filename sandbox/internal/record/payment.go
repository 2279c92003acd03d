package record

import "bytes"

// PaymentDetails are how an order is paid. Type is CC, TEST, PAYPAL, WIRE or
// PURCHASEORDER.
type PaymentDetails struct {
	Type          string         `json:"Type"`
	Currency      string         `json:"Currency"` // lower case
	PaymentMethod *PaymentMethod `json:"PaymentMethod"`
	CustomerIP    *string        `json:"CustomerIP"`
}

// PaymentMethod is a card (also for test orders) or a PayPal account.
type PaymentMethod struct {
	Card   *Card
	PayPal *PayPal
}

// Card is a paying card without its secret digits.
type Card struct {
	FirstDigits        string        `json:"FirstDigits"`
	LastDigits         string        `json:"LastDigits"`
	CardType           string        `json:"CardType"`        // lower case
	ExpirationMonth    string        `json:"ExpirationMonth"` // two digits
	ExpirationYear     string        `json:"ExpirationYear"`  // two digits
	RecurringEnabled   bool          `json:"RecurringEnabled"`
	Vendor3DSReturnURL *string       `json:"Vendor3DSReturnURL"`
	Vendor3DSCancelURL *string       `json:"Vendor3DSCancelURL"`
	InstallmentsNumber *int          `json:"InstallmentsNumber"`
	Authorize3DS       *Authorize3DS `json:"Authorize3DS,omitempty"` // only when 3-D Secure requires it
}

// Authorize3DS is the form for a shopper's browser to send.
type Authorize3DS struct {
	Href   string            `json:"Href"`
	Method string            `json:"Method"`
	Params map[string]string `json:"Params"`
}

// PayPal is a payment through PayPal.
type PayPal struct {
	RedirectURL      string `json:"RedirectURL"`
	RecurringEnabled bool   `json:"RecurringEnabled"`
}

// MarshalJSON writes the card or the PayPal account.
func (m PaymentMethod) MarshalJSON() ([]byte, error) {
	if m.PayPal != nil {
		return Encode(m.PayPal)
	}
	return Encode(m.Card)
}

// UnmarshalJSON distinguishes the two by a field of PayPal alone.
func (m *PaymentMethod) UnmarshalJSON(text []byte) error {
	if bytes.Contains(text, []byte(`"RedirectURL"`)) {
		return DecodeText(text, &m.PayPal)
	}
	return DecodeText(text, &m.Card)
}
