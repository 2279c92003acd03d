package record

// WholePurchaseOrder is a purchase order in JSON with the bytes of its forms.
type WholePurchaseOrder struct {
	PurchaseOrder
	Forms []WholeForm `json:"forms"`
}

// WholeForm is a form in JSON with its bytes.
type WholeForm struct {
	Form
	Content []byte `json:"content,omitempty"` // in base64
}

// Whole returns the purchase order with the bytes of its forms, read by their numbers from 0,
// nil for nil.
func (p *PurchaseOrder) Whole(content func(n int) []byte) *WholePurchaseOrder {
	if p == nil {
		return nil
	}
	whole := &WholePurchaseOrder{PurchaseOrder: *p, Forms: make([]WholeForm, len(p.Forms))}
	for n, f := range p.Forms {
		whole.Forms[n] = WholeForm{f, content(n)}
	}
	return whole
}

// Parts returns the purchase order for Orders.Put to store, with the bytes of its
// forms, nil for nil.
func (w *WholePurchaseOrder) Parts() *PurchaseOrder {
	if w == nil {
		return nil
	}
	p := w.PurchaseOrder
	p.Forms = make([]Form, len(w.Forms))
	for n, f := range w.Forms {
		p.Forms[n] = f.Form
		p.Forms[n].Content = f.Content
	}
	return &p
}
