package collection

// The format of Postman 2.1, as far as the collection uses it.

type file struct {
	Info      info       `json:"info"`
	Items     []item     `json:"item"`
	Events    []event    `json:"event"`
	Variables []variable `json:"variable"`
}

type info struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Schema      string `json:"schema"`
}

// item is a request, or a folder of items.
type item struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	Items       []item     `json:"item,omitempty"`
	Events      []event    `json:"event,omitempty"`
	Request     *request   `json:"request,omitempty"`
	Responses   []response `json:"response,omitempty"`
}

type event struct {
	Listen string `json:"listen"` // prerequest or test
	Script script `json:"script"`
}

type script struct {
	Type  string   `json:"type"`
	Lines []string `json:"exec"`
}

type variable struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type request struct {
	Method      string   `json:"method"`
	Header      []header `json:"header"`
	Body        *body    `json:"body,omitempty"`
	URL         link     `json:"url"`
	Description string   `json:"description,omitempty"`
}

type header struct {
	Key      string `json:"key"`
	Value    string `json:"value"`
	Disabled bool   `json:"disabled,omitempty"`
}

type link struct {
	Raw   string      `json:"raw"`
	Host  []string    `json:"host"`
	Path  []string    `json:"path,omitempty"`
	Query []parameter `json:"query,omitempty"`
}

type parameter struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type body struct {
	Mode    string  `json:"mode"`
	Raw     string  `json:"raw"`
	Options options `json:"options"`
}

type options struct {
	Raw struct {
		Language string `json:"language"`
	} `json:"raw"`
}

func languageOf(name string) options {
	var o options
	o.Raw.Language = name
	return o
}

// response is an answer saved beside a request.
type response struct {
	Name     string   `json:"name"`
	Request  *request `json:"originalRequest"`
	Status   string   `json:"status"`
	Code     int      `json:"code"`
	Language string   `json:"_postman_previewlanguage"`
	Header   []header `json:"header"`
	Body     string   `json:"body"`
}
