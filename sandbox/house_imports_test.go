package sandbox_test

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
)

// knows is who may import whom within the module, by the last element of the
// path. Below the protocols everything points towards catalog. One departure is
// meant: commerce takes codes and limits from catalog, so that neither is
// spelled twice.
var knows = map[string]string{
	"sandbox/internal/phrase":     "",
	"sandbox/internal/query":      "client clock phrase",
	"sandbox/internal/strictjson": "phrase",
	"sandbox/internal/catalog":    "clock phrase",
	"sandbox/internal/credential": "phrase",
	"sandbox/internal/clock":      "",
	"sandbox/internal/conn":       "account clock phrase",
	"sandbox/internal/journal":    "client phrase",
	"sandbox/internal/events":     "client journal",
	"sandbox/internal/anonymize":  "verbatim",
	"sandbox/internal/verbatim":   "",
	"sandbox/internal/record":     "catalog content verbatim",
	"sandbox/internal/commerce":   "catalog phrase record",
	"sandbox/internal/ledger":     "catalog commerce phrase record",
	"sandbox/internal/coverage":   "catalog client",
	"sandbox/internal/content":    "",
	"sandbox/internal/edit":       "phrase verbatim",
	"sandbox/internal/scenario":   "catalog client clock content edit phrase scenarios yamltext",
	"sandbox/internal/transcript": "catalog client difference phrase",
	"sandbox/internal/difference": "client content phrase",
	"sandbox/internal/listing":    "catalog client commerce phrase query record",
	"sandbox/internal/yamltext":   "phrase",

	"sandbox/internal/transfer":     "catalog commerce ledger phrase record verbatim",
	"sandbox/internal/account":      "catalog client clock commerce coverage credential events journal phrase record scenario",
	"sandbox/internal/gate":         "account catalog client clock commerce conn content coverage credential edit journal phrase record scenario",
	"sandbox/internal/boltstore":    "account catalog commerce ledger phrase record",
	"sandbox/internal/commercetest": "account boltstore catalog commerce record",
	"sandbox/internal/routing":      "client conn control gate phrase rest soap web",
	"sandbox/internal/rehearse":     "calls catalog client clock phrase",
	"sandbox/internal/aftermath":    "account client commerce content difference journal record",

	"sandbox/internal/rest":    "catalog commerce content edit gate journal phrase record scenario strictjson verbatim",
	"sandbox/internal/soap":    "catalog commerce credential edit gate phrase scenario",
	"sandbox/internal/openapi": "catalog client commerce phrase record",
	"sandbox/internal/metrics": "account catalog client journal",
	"sandbox/internal/verify":  "calls catalog client clock journal phrase scenario",
	"sandbox/internal/control": "account aftermath anonymize bundle calls catalog client clock commerce conn coverage credential difference events gate journal listing openapi phrase query record report scenario strictjson transcript transfer verdict verify web yamltext",
	"sandbox/internal/learn":   "catalog client credential openapi phrase",
	"sandbox/internal/verdict": "account catalog client clock coverage journal phrase report scenario verify",
	"sandbox/internal/report":  "client phrase",
	"sandbox/internal/bundle":  "account catalog client clock commerce journal record scenario transfer worlds",
	"sandbox/internal/calls":   "catalog client content query scenario",

	"sandbox":              "account anonymize boltstore bundle catalog client clock commerce conn control coverage credential events gate journal learn metrics openapi phrase record rehearse report rest routing scenario soap transcript verdict web worlds yamltext",
	"sandbox/client":       "",
	"sandbox/sandboxtest":  "boltstore client clock commerce credential ledger phrase record report rest sandbox soap",
	"cmd/commerce-sandbox": "agent client sandbox",

	"cmd/commerce-sandbox/internal/agent": "client sandbox",

	"sandbox/internal/worlds": "anonymize catalog clock commerce fixtures ledger phrase record transfer yamltext",
	"fixtures":                "",
	"scenarios":               "",
	"web":                     "",
	"web/browser":             "", // its tests may import everything
}

// homes is where each direct dependency may be imported, by its path or the front of
// it: packages by the last element of their path, "" for tests only. It has what go.mod
// requires directly, so that no library comes or leaves silently.
var homes = map[string]string{
	"github.com/gin-gonic/gin":               "rest control routing",
	"go.etcd.io/bbolt":                       "boltstore",
	"github.com/goccy/go-yaml":               "rehearse scenario worlds yamltext",
	"github.com/brianvoe/gofakeit/v7":        "anonymize worlds",
	"github.com/antchfx/xmlquery":            "edit soap",
	"github.com/antchfx/xpath":               "edit soap",
	"github.com/expr-lang/expr":              "scenario",
	"golang.org/x/net/http/httpguts":         "edit sandbox scenario",
	"golang.org/x/sync":                      "account gate",
	"github.com/pb33f/jsonpath":              "edit",
	"go.yaml.in/yaml/v4":                     "edit",
	"github.com/shopspring/decimal":          "record",
	"github.com/go-json-experiment/json":     "anonymize client content learn record strictjson rest transfer verbatim",
	"github.com/spf13/cobra":                 "commerce-sandbox",
	"github.com/spf13/pflag":                 "commerce-sandbox",
	"github.com/modelcontextprotocol/go-sdk": "agent",
	"github.com/KimMachineGun/automemlimit":  "commerce-sandbox",
	"github.com/mattn/go-isatty":             "commerce-sandbox",
	"github.com/getkin/kin-openapi":          "openapi",
	"golang.org/x/text/encoding":             "soap",
	"golang.org/x/text/cases":                "commerce",
	"github.com/klauspost/compress":          "control web",
	"github.com/edsrzf/mmap-go":              "control",
	"github.com/yuin/goldmark":               "web",

	"github.com/prometheus/client_golang": "metrics",
	"github.com/prometheus/procfs":        "metrics",

	"github.com/chromedp/chromedp":             "",
	"github.com/chromedp/cdproto":              "",
	"github.com/anishathalye/porcupine":        "",
	"pgregory.net/rapid":                       "",
	"github.com/invopop/jsonschema":            "",
	"github.com/santhosh-tekuri/jsonschema/v6": "",
}

// ignores is what a package must not know of the standard library, because it
// is another package's subject.
var ignores = map[string]string{
	"sandbox/internal/record":     "net/http encoding/xml",
	"sandbox/internal/commerce":   "net/http encoding/xml",
	"sandbox/internal/ledger":     "net/http encoding/xml",
	"sandbox/internal/boltstore":  "net/http encoding/xml",
	"sandbox/internal/account":    "net/http encoding/xml",
	"sandbox/internal/gate":       "encoding/json encoding/xml",
	"sandbox/internal/conn":       "encoding/json encoding/xml",
	"sandbox/internal/rest":       "encoding/xml",
	"sandbox/internal/soap":       "encoding/json",
	"sandbox/internal/credential": "net/http",
	"sandbox/internal/strictjson": "net/http",
	"sandbox/internal/clock":      "net/http",
	"sandbox/internal/worlds":     "net/http",
}

func importsRunOneWay(p *source) []breach {
	may, planned := knows[p.path]
	if !planned {
		return []breach{{p.path, "the package is not in the floor plan; say in the table knows whom it may import"}}
	}
	return p.imports(func(imported string) string {
		below, ours := strings.CutPrefix(imported, module+"/")
		if !ours || slices.Contains(strings.Fields(may), path.Base(below)) {
			return ""
		}
		return p.path + " must not import " + below + "; it may import: " + may
	})
}

func librariesStayAtHome(p *source) []breach {
	return p.imports(func(imported string) string {
		host, _, _ := strings.Cut(imported, "/")
		if !strings.Contains(host, ".") || strings.HasPrefix(imported, module+"/") {
			return ""
		}
		for library, at := range homes {
			if imported != library && !strings.HasPrefix(imported, library+"/") {
				continue
			}
			if slices.Contains(strings.Fields(at), path.Base(p.path)) {
				return ""
			}
			if at == "" {
				return library + " is for tests only"
			}
			return library + " lives in " + at + " only"
		}
		return imported + " has no home; say in the table homes where it may be imported"
	})
}

func packagesStayIgnorant(p *source) []breach {
	return p.imports(func(imported string) string {
		if slices.Contains(strings.Fields(ignores[p.path]), imported) {
			return p.path + " must not know " + imported
		}
		return ""
	})
}

func packageNamesSaySomething(p *source) []breach {
	banned := "utils util common models model helpers helper types services service handlers handler core base misc shared manager"
	for _, name := range []string{p.name, path.Base(p.path)} {
		if slices.Contains(strings.Fields(banned), name) {
			return []breach{{p.path, "the name " + name + " says nothing about what the package is; name it by its subject"}}
		}
	}
	return nil
}

// imports judges every import of the package; a verdict of "" acquits.
func (p *source) imports(judge func(path string) (verdict string)) []breach {
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		spec, ok := n.(*ast.ImportSpec)
		if !ok {
			return
		}
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		if verdict := judge(imported); verdict != "" {
			found = append(found, p.breach(spec.Pos(), verdict))
		}
	})
	return found
}

// each shows every node of the package.
func (p *source) each(see func(*ast.File, ast.Node)) {
	for _, file := range p.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				see(file, n)
			}
			return true
		})
	}
}
