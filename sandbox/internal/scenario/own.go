package scenario

import "slices"

// contents returns the library with the scenarios of this account alone.
func (d *Director) contents() *collection {
	library, own := d.options.Library.contents.Load(), *d.own.Load()
	if len(own) == 0 {
		return library
	}
	all := *library
	all.account = own
	return &all
}

// CheckOwn returns the scenario of a text for this account alone. The error shows the
// faults of the text, or is a *TakenError.
func (d *Director) CheckOwn(name string, text []byte) (*Scenario, error) {
	if source := d.options.Library.Source(name); source != "" {
		return nil, &TakenError{Name: name, Source: source}
	}
	return Parse(name, text)
}

// SetOwn replaces the scenarios of this account alone by texts under their names. A
// text that this version cannot read is broken. An active scenario does nothing once
// its text is gone.
func (d *Director) SetOwn(texts map[string]string) {
	before, own := *d.own.Load(), make(map[string]definition, len(texts))
	for name, text := range texts {
		if was, ok := before[name]; ok && was.text == text {
			own[name] = was
			continue
		}
		scenario, err := Parse(name, []byte(text))
		own[name] = definition{scenario: scenario, err: err, text: text}
	}
	d.change(func() { d.own.Store(&own) })
}

// Own returns the texts of the scenarios of this account alone, by name.
func (d *Director) Own() map[string]string {
	texts := map[string]string{}
	for name, own := range *d.own.Load() {
		texts[name] = own.text
	}
	return texts
}

// Entry returns this account's scenario of a name as lists show it. The error is an
// *UnknownError.
func (d *Director) Entry(name string) (Entry, error) { return d.contents().entry(name) }

// List lists the library as Library.List does, with the scenarios of this account alone.
func (d *Director) List() []Entry { return d.contents().entries() }

// OpenWith makes scenarios of this account alone active from its opening on, the first of
// them the latest. They outlive resets.
func (d *Director) OpenWith(names []string) {
	d.change(func() {
		for _, name := range slices.Backward(names) {
			a := d.newActivation(name)
			a.lasting = true
			d.activate(a)
		}
	})
}

// Inherit takes over the scenarios of another account alone, and keeps its active ones
// active: both accounts count calls together. They outlive resets.
func (d *Director) Inherit(from *Director) {
	d.SetOwn(from.Own())
	var active []*activation
	from.change(func() {
		for _, a := range from.active {
			if _, own := (*from.own.Load())[a.name]; own {
				active = append(active, a)
			}
		}
	})
	d.change(func() {
		for _, a := range slices.Backward(active) {
			a.lasting = true
			d.activate(a)
		}
	})
}
