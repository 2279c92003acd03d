package browser_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// element is something on the page with a role and a name.
type element struct {
	*window
	role, name string
	id         runtime.RemoteObjectID
}

// find returns the first element of a role, such as button, link or row, whose
// accessible name matches.
func (w *window) find(role, name string) *element {
	w.t.Helper()
	var found *element
	w.until(func() string {
		var names []string
		if found, names = w.seek(role, name); found != nil {
			return ""
		}
		return fmt.Sprintf("there is no %s named %q; named so: %q", role, name, names)
	})
	return found
}

// has reports whether there is such an element now.
func (w *window) has(role, name string) bool {
	w.t.Helper()
	found, _ := w.seek(role, name)
	return found != nil
}

// seek returns the first match, or the names of the elements of the role.
func (w *window) seek(role, name string) (*element, []string) {
	w.t.Helper()
	var names []string
	for _, node := range w.tree() {
		if node.Ignored || node.Role == nil || node.Name == nil || textOf(node.Role) != role {
			continue
		}
		named := spaced(textOf(node.Name))
		if matches(name, named) {
			object, err := call(w, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node.BackendDOMNodeID})
			if err == nil {
				return &element{w, role, name, object.Object.ObjectID}, nil
			}
		}
		names = append(names, named)
	}
	return nil, names
}

// tree returns what a screen reader sees, in its order. The whole tree is asked for, because
// Chromium answers a query for a role only when the window draws its next frame, and a
// window of a busy machine sometimes waits minutes for one.
func (w *window) tree() (ordered []*accessibility.Node) {
	w.t.Helper()
	var tree accessibility.GetFullAXTreeResult
	w.until(func() string {
		send(w, accessibility.Enable, cdp.Empty{})
		var err error
		tree, err = call(w, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		// Otherwise Chromium keeps the tree up to date from now on.
		send(w, accessibility.Disable, cdp.Empty{})
		if err != nil {
			return fmt.Sprintf("there is no accessibility tree: %v", err) // the document was replaced meanwhile
		}
		return ""
	})
	nodes := make(map[accessibility.NodeID]*accessibility.Node, len(tree.Nodes))
	for _, node := range tree.Nodes {
		nodes[node.NodeID] = node
	}
	var visit func(accessibility.NodeID)
	visit = func(id accessibility.NodeID) {
		if node := nodes[id]; node != nil {
			ordered = append(ordered, node)
			for _, child := range node.ChildIDs {
				visit(child)
			}
		}
	}
	visit(tree.Nodes[0].NodeID)
	return ordered
}

// textOf returns a role or a name, which is a string.
func textOf(value *accessibility.Value) (text string) {
	_ = json.Unmarshal(value.Value, &text)
	return text
}

// matches compares a text with a pattern, in which … stands for any text.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "…")
	if len(parts) == 1 {
		return pattern == text
	}
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString(text)
}

// spaced returns a text with single spaces between its words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

// until waits for a condition, which returns "" or the missing part. It asks less and
// less often, because asking keeps a busy browser from its work.
func (w *window) until(condition func() (missing string)) {
	w.t.Helper()
	deadline := time.After(patience)
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		missing := condition()
		if missing == "" {
			return
		}
		select {
		case <-time.After(pause):
		case <-deadline:
			w.t.Fatalf("after %v %s", patience, missing)
		}
	}
}

// call calls a JavaScript function with the element as this.
func (e *element) call(function string, result any, args ...any) {
	e.t.Helper()
	given := make([]*runtime.CallArgument, 0, len(args))
	for _, a := range args {
		text, err := json.Marshal(a)
		if err != nil {
			e.t.Fatal(err)
		}
		given = append(given, &runtime.CallArgument{Value: text})
	}
	yes := true
	answer := send(e.window, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: function, ObjectID: e.id, Arguments: slices.Clip(given), ReturnByValue: &yes, AwaitPromise: &yes,
	})
	e.decode(function, answer.Result, answer.ExceptionDetails, result)
}

// decode reads the result of a script.
func (w *window) decode(script string, object *runtime.RemoteObject, thrown *runtime.ExceptionDetails, result any) {
	w.t.Helper()
	if thrown != nil {
		w.t.Fatalf("%.200s: %s", script, exception(thrown))
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(object.Value, result); err != nil {
		w.t.Fatalf("%.200s: got %s: %v", script, object.Value, err)
	}
}
