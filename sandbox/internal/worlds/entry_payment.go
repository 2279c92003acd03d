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
	First        text         `yaml:"first_digits" jsonschema_description:"Default: 4111 or 5555."`
	Last         text         `yaml:"last_digits" jsonschema_description:"Default: 1111 or 4444."`
	Type         string       `yaml:"type" interface:"CardType" jsonschema_description:"Default: visa or mastercard."`
	Expires      text         `yaml:"expires" interface:"ExpirationMonth,ExpirationYear" jsonschema:"pattern=^(0[1-9]|1[0-2])/[0-9]{2}$" jsonschema_description:"Month and year, such as 11/29."`
	Renews       *bool        `yaml:"renews" interface:"RecurringEnabled" jsonschema_description:"Default: whether the order renews."`
	Installments int          `yaml:"installments" interface:"InstallmentsNumber" jsonschema:"minimum=0,maximum=99"`
	ReturnURL    string       `yaml:"return_url" interface:"Vendor3DSReturnURL"`
	CancelURL    string       `yaml:"cancel_url" interface:"Vendor3DSCancelURL"`
	Secure       *secureEntry `yaml:"authorize_3ds" jsonschema_description:"The form that the buyer's browser must send."`
}

// secureEntry is the form of 3-D Secure.
type secureEntry struct {
	Href   string          `yaml:"href" jsonschema:"required"`
	Method string          `yaml:"method" jsonschema_description:"Default: POST."`
	Params map[string]text `yaml:"params"`
}

// formEntry is an uploaded order form.
type formEntry struct {
	Name       string `yaml:"name" interface:"FileName" jsonschema_description:"Default: purchase-order- and the reference."`
	Content    string `yaml:"content" interface:"FileContent" jsonschema_description:"Text of the file. Default: a PDF of one page."`
	Uploaded   *date  `yaml:"uploaded" interface:"uploaded_at" jsonschema_description:"Default: when the order was placed."`
	ClientTime text   `yaml:"client_time" jsonschema_description:"As the client sent it. Default: when it was uploaded."`
}

// errorTexts are the errors of an order by their codes.
type errorTexts map[string]string
