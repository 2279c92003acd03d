package openapi

import (
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// repository is where the sandbox comes from.
const repository = "https://github.com/commerce-sandbox/commerce-sandbox"

// The groups of operations.
const (
	ordersTag    = "Orders"
	campaignsTag = "Upsell campaigns"
)

func tags() openapi3.Tags {
	return openapi3.Tags{
		{Name: ordersTag, Description: "Search, look up and cancel orders, and upload the form of a purchase order (sections 4.1 to 4.7)."},
		{Name: campaignsTag, Description: "Create, search, change and delete campaigns that recommend a product beside another one, and set how they are shown (section 4.8)."},
	}
}

func (b *builder) info() *openapi3.Info {
	return &openapi3.Info{
		Title:       "Commerce REST interface",
		Version:     "6.0",
		Description: about + "\n\n" + strings.NewReplacer("ORIGIN", b.Origin, "ACCOUNT", b.Account).Replace(sandboxHeaders),
		Contact:     &openapi3.Contact{Name: "commerce-sandbox", URL: repository},
		License:     &openapi3.License{Name: "MIT", URL: repository + "/blob/main/LICENSE"},
	}
}

const about = `The REST operations of the commerce interface as this sandbox answers them. Section numbers are those of the interface.

Where the interface is silent, x-open-question and x-open-questions name the open questions on which a place depends; the extension x-open-questions of the document has their answers.

The document has one spelling of each request. The sandbox reads more:

- Every path works with and without a slash at its end. HEAD works like GET, without a body.
- A flag in the query may be 0, 1, YES or NO too, in any case; in a body 0 or 1.
- A list in the query is a repeated name; ` + "`X[]=`, `X[0]=`" + ` and values separated by commas work too. Behind brackets a comma is a part of the value.
- An empty value in the query counts as absent.

The examples are calls that succeed now with the records of the account. Each record belongs to one operation that changes it, so the calls succeed in any order.`

// sandboxHeaders describes headers without a counterpart in the real service. They are no
// parameters, because tools fill every parameter with a value.
const sandboxHeaders = `## Headers of the sandbox

The interface has none of these. A call may have:

- ` + "`X-Sandbox-Scenario`" + `: scenarios for this call alone, separated by commas, or an error code of the operation, such as INTERNAL_ERROR.
- ` + "`X-Sandbox-Preview: 1`" + `: the call is answered as it would be, and nothing is stored.

Every answer has ` + "`X-Sandbox-Request`" + `, the id of the call in the journal (ORIGIN/ui/a/ACCOUNT/calls). Some have:

- ` + "`X-Sandbox-Explain`" + `: the check that failed, or notes, in one line.
- ` + "`X-Sandbox-Assumption`" + `: the open questions that could have changed the answer, separated by commas.
- ` + "`X-Sandbox-Scenario`" + `: the scenarios that affected the call, separated by commas.
- ` + "`X-Sandbox-Preview`" + `: 1 for a preview, which stored nothing.
- ` + "`X-Sandbox-Discarded`" + `: 1 when the account discarded what the call changed.`

// credentials returns one scheme for each name of the credential header; a call
// needs one of them (section 5, open question header-name).
func (b *builder) credentials() openapi3.SecuritySchemes {
	schemes := openapi3.SecuritySchemes{}
	signing := strings.NewReplacer("ORIGIN", b.Origin, "ACCOUNT", b.Account)
	for _, name := range b.CredentialHeaders {
		schemes[name] = &openapi3.SecuritySchemeRef{Value: &openapi3.SecurityScheme{
			Type: "apiKey", In: "header", Name: name,
			Description: signing.Replace(strings.ReplaceAll(howToSign, "HEADER", name)),
			Extensions:  openQuestions(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName),
		}}
	}
	b.cite(catalog.HashRecipe, catalog.RESTHash, catalog.RESTSkew, catalog.HeaderName)
	return schemes
}

// howToSign explains the value of the credential header (section 5, open question
// hash-recipe).
const howToSign = `Section 5. The value is ` + "`code=\"ACCOUNT\" date=\"2026-10-02 09:14:51\" hash=\"…\" algo=\"sha256\"`" + `:

- code is the vendor code, date the present time in GMT as Y-m-d H:i:s; a value is good for a few minutes.
- hash is the HMAC in hex, keyed with the account's secret, over length of code, code, length of date, date, without separators: ` + "`4DEMO192026-10-02 09:14:51`" + `. Lengths count bytes.
- algo may be left out.

In a shell, with the secret in $secret:

` + "```sh" + `
code=ACCOUNT date=$(date -u '+%F %T')
hash=$(printf %s "${#code}$code${#date}$date" | openssl dgst -sha256 -hmac "$secret" -r | cut -d ' ' -f 1)
curl -H "HEADER: code=\"$code\" date=\"$date\" hash=\"$hash\" algo=\"sha256\"" …
` + "```" + `

A tool that cannot sign gets a signed value from the sandbox: POST ORIGIN/_sandbox/accounts/ACCOUNT/sign with the body {} answers it as header.value. ORIGIN/ui/guide/openapi has hooks for dredd, Postman and Schemathesis.`
