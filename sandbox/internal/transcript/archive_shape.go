package transcript

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/client"

// creator is the program behind an archive.
type creator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// entry is one call.
type entry struct {
	Started  string   `json:"startedDateTime"`
	Time     float64  `json:"time"` // milliseconds
	Request  request  `json:"request"`
	Response response `json:"response"`
	Cache    struct{} `json:"cache"`
	Timings  timings  `json:"timings"`
	Comment  string   `json:"comment"`
	Resource string   `json:"_resourceType"` // the filter of Chrome's network panel
	ID       string   `json:"_id"`           // of the call in the sandbox
}

// request is the request as it arrived.
type request struct {
	Method      string         `json:"method"`
	URL         string         `json:"url"`
	Version     string         `json:"httpVersion"`
	Cookies     []struct{}     `json:"cookies"`
	Headers     []client.Field `json:"headers"`
	Query       []client.Field `json:"queryString"`
	PostData    *postData      `json:"postData,omitempty"`
	HeadersSize int64          `json:"headersSize"` // -1: not known
	BodySize    int64          `json:"bodySize"`
}

// postData is the body of a request.
type postData struct {
	Type     string `json:"mimeType"`
	Text     string `json:"text"`
	Encoding string `json:"_encoding,omitempty"` // base64; the format has no field for it
	Comment  string `json:"comment,omitempty"`
}

// response is the answer as it was sent.
type response struct {
	Status      int            `json:"status"` // 0: no answer
	StatusText  string         `json:"statusText"`
	Version     string         `json:"httpVersion"`
	Cookies     []struct{}     `json:"cookies"` // always empty: they stay in the headers, where they are masked
	Headers     []client.Field `json:"headers"`
	Content     content        `json:"content"`
	Redirect    string         `json:"redirectURL"`
	HeadersSize int64          `json:"headersSize"`
	BodySize    int64          `json:"bodySize"`
	Error       string         `json:"_error,omitempty"` // as Chrome writes a call without an answer
}

// content is the body of an answer.
type content struct {
	Size     int64  `json:"size"`
	Type     string `json:"mimeType"`
	Text     string `json:"text,omitempty"`
	Encoding string `json:"encoding,omitempty"`
	Comment  string `json:"comment,omitempty"`
}

// timings are the parts of the time of a call, in milliseconds.
type timings struct {
	Send    float64 `json:"send"`
	Wait    float64 `json:"wait"`
	Receive float64 `json:"receive"`
}
