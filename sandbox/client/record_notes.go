package client

// RecordNotes are what the sandbox adds to each record, as its object sandbox.
type RecordNotes struct {
	Handles []string `json:"handles"` // that name the record
}

// OrderNotes are what the sandbox adds to an order: facts beyond the interface, and
// possible moves.
type OrderNotes struct {
	Sale          int64          `json:"sale,omitempty"`           // SaleId (section 4.3), 0 until paid
	Invoice       string         `json:"invoice,omitempty"`        // InvoiceId (section 4.4), empty until paid
	PurchaseOrder *PurchaseOrder `json:"purchase_order,omitempty"` // nil for other orders
	Proforma      string         `json:"proforma,omitempty"`       // ProformaNumber (section 4.9)
	Comment       *string        `json:"comment,omitempty"`        // (section 4.9)
	Moves         []Move         `json:"moves"`                    // that ChangeOrder accepts now
	Handles       []string       `json:"handles"`                  // that name the order
}

// PurchaseOrder is the state of a purchase order and its uploaded forms (section
// 4.7).
type PurchaseOrder struct {
	State string      `json:"state"` // such as awaiting_payment
	Forms []OrderForm `json:"forms"`
}

// OrderForm is an uploaded order form.
type OrderForm struct {
	FileName   string `json:"file_name"`
	Size       int    `json:"size"`             // in bytes, decoded
	SHA256     string `json:"sha256,omitempty"` // of the bytes, in hex; empty when none are stored
	ClientTime string `json:"client_time"`      // as it was sent
	UploadedAt string `json:"uploaded_at"`      // Y-m-d H:i:s, on the account's clock
}

// Move is a legal change of one field of an order (open question transitions).
type Move struct {
	Field string `json:"field"` // status, approve_status, purchase_order or dispute
	To    string `json:"to"`    // of a dispute its resolution, empty to end it
}

// Standing is where a campaign is on the account's clock.
type Standing string

// The standings of a campaign.
const (
	Disabled Standing = "disabled" // whatever its dates are
	Upcoming Standing = "upcoming" // enabled, and StartDate is later
	Running  Standing = "running"  // enabled and within its dates
	Expired  Standing = "expired"  // enabled, and EndDate is earlier
)

// CampaignNotes are what the sandbox adds to a campaign.
type CampaignNotes struct {
	Standing Standing       `json:"standing"`
	Texts    []CampaignText `json:"texts"`    // its Description with the markers filled
	Warnings []Warning      `json:"warnings"` // what a merchant may not have meant
	Handles  []string       `json:"handles"`  // that name the campaign
}

// CampaignText is a text in one language, as a buyer reads it.
type CampaignText struct {
	Language string `json:"language"`
	Text     string `json:"text"`
}

// Warning is something that a merchant may not have meant.
type Warning struct {
	Kind    string `json:"kind"` // such as unknown_marker
	Message string `json:"message"`
}
