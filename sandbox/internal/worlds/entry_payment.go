package worlds

// paymentKind is how an order is paid. A test order and a purchase order have none,
// because their kind decides their payment.
type paymentKind string

const (
	byCard   paymentKind = "card"
	byPayPal paymentKind = "paypal"
	byWire   paymentKind = "wire"
)

// paymentKinds returns all kinds, the default first.
func paymentKinds() []paymentKind { return []paymentKind{byCard, byPayPal, byWire} }

// cardEntry is a card as an order shows it, without its secret digits.
type cardEntry struct {
	First     text         `yaml:"first_digits" jsonschema_description:"Default: 4111 or 5555."`
	Last      text         `yaml:"last_digits" jsonschema_description:"Default: 1111 or 4444."`
	Type      string       `yaml:"type" interface:"CardType" jsonschema_description:"Default: visa or mastercard."`
	ReturnURL string       `yaml:"return_url" interface:"Vendor3DSReturnURL"`
	CancelURL string       `yaml:"cancel_url" interface:"Vendor3DSCancelURL"`
	Secure    *secureEntry `yaml:"authorize_3ds" jsonschema_description:"The form that the buyer's browser must send."`
}

// Formerly returns what to write for a former word.
func (cardEntry) Formerly(word string) string {
	names := map[string]string{"expires": "ExpirationMonth: …, ExpirationYear", "renews": "RecurringEnabled", "installments": "InstallmentsNumber"}
	if name, was := names[word]; was {
		return "set: {PaymentDetails: {PaymentMethod: {" + name + ": …}}} of the order"
	}
	return ""
}

// secureEntry is the form of 3-D Secure.
type secureEntry struct {
	Href   string          `yaml:"href" jsonschema:"required"`
	Params map[string]text `yaml:"params"`
}

// Formerly returns what to write for a former word.
func (secureEntry) Formerly(word string) string {
	if word == "method" {
		return "set: {PaymentDetails: {PaymentMethod: {Authorize3DS: {Method: …}}}} of the order"
	}
	return ""
}
