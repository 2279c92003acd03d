package sandbox_test

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// participle matches a name of one word in -ed.
var participle = regexp.MustCompile(`^([A-Z]?[a-z]+ed|(?i)(un)?(begun|broken|built|caught|chosen|drawn|done|found|frozen|given|gone|held|hidden|kept|known|lost|made|meant|paid|(re)?written|sent|shown|sold|sought|spoken|spent|taken|thrown|worn))$`)

// mayBeParticiples are verbs in -ed, and exported names that their package keeps.
var mayBeParticiples = []string{"Seed", "seed", "Refused", "Failed", "Skipped", "Exposed", "Signed", "Done", "Frozen"}

func functionsAreVerbs(p *source) []breach {
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		d, ok := n.(*ast.FuncDecl)
		if ok && participle.MatchString(d.Name.Name) && !slices.Contains(mayBeParticiples, d.Name.Name) {
			found = append(found, p.breach(d.Pos(), "function "+d.Name.Name+" is a participle: name it by a verb, its result by a noun, a report by is or has"))
		}
	})
	return found
}

// bound matches a constant named as a bound in other words than max.
var bound = regexp.MustCompile(`^([mM]ost|[lL]ongest|[lL]argest)([A-Z]|$)`)

func boundsAreMax(p *source) []breach {
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		d, ok := n.(*ast.GenDecl)
		if !ok || d.Tok.String() != "const" {
			return
		}
		for _, s := range d.Specs {
			for _, name := range s.(*ast.ValueSpec).Names {
				if bound.MatchString(name.Name) {
					found = append(found, p.breach(name.Pos(), "constant "+name.Name+" is a bound: begin it with max"))
				}
			}
		}
	})
	return found
}

// commentsNameTheirOwn finds comments of functions that begin with the name of another
// one of the package, as a renaming leaves them.
func commentsNameTheirOwn(p *source) []breach {
	functions := map[string]bool{}
	p.each(func(_ *ast.File, n ast.Node) {
		if d, ok := n.(*ast.FuncDecl); ok {
			functions[d.Name.Name] = true
		}
	})
	var found []breach
	p.each(func(_ *ast.File, n ast.Node) {
		d, ok := n.(*ast.FuncDecl)
		if !ok {
			return
		}
		first, _, _ := strings.Cut(d.Doc.Text(), " ")
		if first != d.Name.Name && functions[first] {
			found = append(found, p.breach(d.Pos(), "the comment of "+d.Name.Name+" begins with "+first))
		}
	})
	return found
}
