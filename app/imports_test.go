package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// stairs defines which packages may import which, only downwards: each line's package may use the
// packages named after the colon, no other of this module, and of other modules only those named. A
// star stands for one or more path elements. The tests of a package may also use modeltest and
// recorded, and what is below them.
const stairs = `
assets             : -
assets/fonts       : -
model              : -
model/filter       : model
model/classify     : model
model/measure      : model model/filter model/classify gonum.org/v1/gonum
model/measure/blocking : model model/measure
model/measure/runqueue : model model/measure model/measure/blocking
model/measure/heat : model model/measure model/measure/blocking
model/measure/calltree : model model/classify model/measure model/measure/blocking
model/report       : model model/filter model/classify model/measure model/measure/*
model/findings     : model model/filter model/measure model/measure/* model/report
model/modeltest    : model model/filter model/measure model/measure/* model/report ingest/text
ingest/internal/*  : model ingest/memory ingest/internal/* github.com/edsrzf/mmap-go golang.org/x/sys
ingest/given       : -
ingest/format      : model
ingest/save        : golang.org/x/sys
ingest/memory      : github.com/KimMachineGun/automemlimit golang.org/x/sys
ingest/perfdata    : model ingest/format ingest/internal/* github.com/klauspost/compress golang.org/x/sys
ingest/text        : model ingest/format ingest/internal/*
ingest/tracedat    : model ingest/format ingest/internal/* github.com/klauspost/compress
ingest/perfetto    : model ingest/format ingest/internal/* github.com/klauspost/compress
ingest/ftracetext  : model ingest/format ingest/internal/*
ingest/perfscript  : model ingest/format ingest/internal/*
ingest/cut         : model ingest/format ingest/save ingest/text github.com/klauspost/compress
ingest/counters    : model
ingest/container   : ingest/internal/* github.com/bodgit/sevenzip github.com/klauspost/compress
ingest/symbols/pe         : -
ingest/symbols/pdb        : -
ingest/symbols/undecorate : -
ingest/symbols/server     : ingest/save ingest/symbols/pdb
ingest/symbols     : model ingest/given ingest/save ingest/internal/* ingest/symbols/pe ingest/symbols/pdb ingest/symbols/undecorate github.com/ianlancetaylor/demangle
ingest/etl/xca     : -
ingest/etl/payload : ingest/internal/*
ingest/etl/frames  : model ingest/internal/* ingest/etl/payload
ingest/etl/markers : model ingest/etl/payload
ingest/etl/etltest : model ingest/text github.com/rogpeppe/go-internal
ingest/etl         : model ingest/format ingest/internal/* ingest/etl/xca ingest/etl/payload ingest/etl/frames ingest/etl/markers
ingest/live/kernel : model ingest/internal/* ingest/etl/payload github.com/Velocidex/etw golang.org/x/sys
ingest/live/kernel/kerneltest : github.com/Velocidex/etw
ingest/record      : model ingest/save ingest/internal/* github.com/klauspost/compress golang.org/x/sys
ingest/scenario    : golang.org/x/sys
ingest             : model ingest/given ingest/format ingest/memory ingest/perfdata ingest/text ingest/etl ingest/tracedat ingest/perfetto ingest/ftracetext ingest/perfscript ingest/container ingest/internal/* github.com/edsrzf/mmap-go golang.org/x/sys
ingest/live        : model ingest ingest/save ingest/record ingest/live/kernel ingest/text
timeline/paint     : model assets/fonts golang.org/x/image
timeline/paint/painttest : model timeline/paint
timeline/lanes     : model timeline/paint
timeline           : model model/filter timeline/paint timeline/lanes assets assets/fonts golang.org/x/image
app/export/browsertest : -
app/export/profiles : model model/measure model/measure/calltree github.com/google/pprof
app/export         : model model/filter model/measure model/measure/* model/report timeline timeline/paint timeline/lanes assets/fonts app/export/profiles gonum.org/v1/plot codeberg.org/go-pdf/fpdf golang.org/x/image
app/grid           : model model/filter model/measure model/report timeline timeline/paint
app/session/capture : model model/measure ingest ingest/format ingest/etl ingest/perfdata ingest/live ingest/record
app/session/keep   : model model/measure model/findings ingest/given ingest/save timeline app/grid app/session/capture github.com/rogpeppe/go-internal
app/session/naming : model timeline
app/session/clip   : -
app/session/browse : model model/report timeline app/grid
app/session/find   : model model/measure timeline app/session/naming
app/session/explain : model model/classify model/measure model/measure/* model/report timeline app/session/naming app/session/find app/session/capture
app/session/query  : model model/measure model/measure/* model/report model/findings timeline timeline/paint app/grid app/session/naming app/session/keep
app/session        : model model/filter model/classify model/measure model/measure/* model/report model/findings ingest ingest/given ingest/memory ingest/symbols ingest/counters timeline timeline/paint timeline/lanes assets app/grid app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain
app/session/pair   : model model/measure model/report timeline app/session app/session/query
app/export/web     : model model/measure model/measure/* model/report model/findings timeline timeline/lanes timeline/paint app/session/naming app/session/query app/export
app/command        : model model/filter model/classify model/measure model/measure/* model/report model/findings ingest ingest/given ingest/memory ingest/save ingest/record ingest/symbols ingest/symbols/server ingest/format ingest/text ingest/cut ingest/counters timeline timeline/paint app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/export/profiles app/export/web assets golang.org/x/sys
app/view/kit       : model timeline timeline/paint app/grid fyne.io/fyne/v2
app/view/kit/kittest : fyne.io/fyne/v2
app/view/host      : model model/measure model/findings timeline timeline/paint app/grid app/session app/session/browse app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/view/kit fyne.io/fyne/v2
app/view/picture   : model model/measure timeline timeline/paint timeline/lanes app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/view/kit fyne.io/fyne/v2
app/view/panes     : model model/measure model/measure/* model/report model/findings timeline timeline/paint app/grid app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/export/profiles app/view/kit app/view/host fyne.io/fyne/v2
app/view/views     : model model/measure model/measure/* model/report timeline timeline/paint app/grid app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/view/kit app/view/host app/view/panes fyne.io/fyne/v2
app/view/controls  : model model/measure timeline timeline/paint timeline/lanes app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/export app/view/kit app/view/host app/view/picture app/view/panes app/view/views fyne.io/fyne/v2
app/view/sheets    : model model/measure model/report model/findings timeline timeline/paint assets app/grid app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/view/kit app/view/host fyne.io/fyne/v2
app/view/recording : model model/report timeline app/grid app/session app/session/naming app/session/find app/session/capture app/session/keep app/session/query app/session/explain app/view/kit app/view/host app/view/panes app/view/views fyne.io/fyne/v2
app/view           : model model/measure model/measure/* model/report model/findings ingest/cut timeline timeline/paint timeline/lanes assets app/grid app/session app/session/naming app/session/find app/session/capture app/session/clip app/session/keep app/session/pair app/session/query app/session/explain app/export app/export/profiles app/export/web app/view/kit app/view/host app/view/picture app/view/panes app/view/views app/view/controls app/view/sheets app/view/recording fyne.io/fyne/v2 github.com/go-gl/glfw/v3.3/glfw golang.org/x/image
app/mutate/on      : -
app/mutate         : app/mutate/on
app/zoo/observer   : model golang.org/x/sys
app/zoo            : model model/measure model/measure/* model/findings ingest app/session app/zoo/observer
app/field          : model model/measure model/report ingest golang.org/x/sys
app/locale         : -
app/e2e            : -
app/harm           : -
app/rooms          : -
app                : app/command app/locale app/view ingest/memory
`

// packageInfo is what go list prints about a package.
type packageInfo struct {
	ImportPath string
	GoFiles    []string // tests not counted
	Imports    []string
	Deps       []string
	Error      *struct{ Err string }
}

const ours = "threadlens"

// TestImports checks every import of every package of this module against stairs, with and without
// the window.
func TestImports(t *testing.T) {
	rules := readStairs(t)
	for _, tags := range []string{"", "nogui"} {
		seen := map[string]bool{}
		for _, p := range list(t, "-tags="+tags, "-json=ImportPath,GoFiles,Imports,Error", ours+"/...") {
			if len(p.GoFiles) == 0 {
				continue // a folder of tests
			}
			name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, ours), "/")
			rule := ruleFor(rules, name)
			if rule == nil {
				t.Errorf("%s has no line in stairs", p.ImportPath)
				continue
			}
			seen[rule.name] = true
			for _, imp := range p.Imports {
				if !rule.allows(imp) {
					t.Errorf("%s imports %s, which stairs does not allow", p.ImportPath, imp)
				}
			}
		}
		for _, r := range rules {
			if !seen[r.name] {
				t.Errorf("stairs has a line for %s, of which there is no package", r.name)
			}
		}
	}
}

// TestToolkit checks that the window toolkit stays in one place: nothing but app/view and the
// program itself depends on it, and the build without a window not at all.
func TestToolkit(t *testing.T) {
	for _, p := range list(t, "-tags=", "-json=ImportPath,Deps", ours+"/...") {
		room := strings.HasPrefix(p.ImportPath, ours+"/app/view") || p.ImportPath == ours+"/app"
		if usesFyne(p.Deps) && !room {
			t.Errorf("%s depends on Fyne", p.ImportPath)
		}
		if p.ImportPath == ours+"/app" && !usesFyne(p.Deps) {
			t.Error("the program with a window does not depend on Fyne: this test sees nothing")
		}
	}
	for _, p := range list(t, "-tags=nogui", "-json=ImportPath,Deps", ours+"/app") {
		if usesFyne(p.Deps) {
			t.Errorf("with the tag nogui %s depends on Fyne", p.ImportPath)
		}
	}
}

func usesFyne(deps []string) bool {
	return slices.ContainsFunc(deps, func(d string) bool { return strings.HasPrefix(d, "fyne.io/") })
}

// rule is one line of stairs.
type rule struct {
	name string
	may  []string
}

func readStairs(t *testing.T) []rule {
	t.Helper()
	var rules []rule
	lines := bufio.NewScanner(strings.NewReader(stairs))
	for lines.Scan() {
		name, may, ok := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if !ok {
			t.Fatalf("stairs: %q has no colon", lines.Text())
		}
		rules = append(rules, rule{strings.TrimSpace(name), strings.Fields(may)})
	}
	return rules
}

func ruleFor(rules []rule, name string) *rule {
	for i := range rules {
		if matches(rules[i].name, name) {
			return &rules[i]
		}
	}
	return nil
}

// allows reports whether the package of the line may import imp.
func (r *rule) allows(imp string) bool {
	own, isOurs := strings.CutPrefix(imp, ours+"/")
	first, _, _ := strings.Cut(imp, "/")
	if !isOurs && !strings.Contains(first, ".") {
		return true // the standard library
	}
	for _, m := range r.may {
		if isOurs && matches(m, own) {
			return true
		}
		if !isOurs && strings.Contains(m, ".") && (imp == m || strings.HasPrefix(imp, m+"/")) {
			return true
		}
	}
	return false
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// list runs go list and reads its JSON.
func list(t *testing.T, args ...string) []packageInfo {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-pgo=off"}, args...)...) // otherwise packages are listed twice
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []packageInfo
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p packageInfo
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Error != nil && !strings.Contains(p.Error.Err, "build constraints exclude all Go files") {
			t.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		all = append(all, p)
	}
}
