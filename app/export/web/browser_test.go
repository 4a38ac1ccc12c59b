package web

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/export/browsertest"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestBrowsers opens pages in Chromium and Firefox: style, script, pictures, and what the mouse and the
// keyboard do. Run it with make check.
func TestBrowsers(t *testing.T) {
	for _, name := range browsertest.Names() {
		t.Run(name, func(t *testing.T) {
			b := visitor{browsertest.Visit(t, name)}
			b.Open(pageFile(t, written(t, modeltest.Parse(t, "lock.tltxt", lock), measure.Scope{})))
			b.looksRight()
			b.readsLane()
			b.zooms()
			b.prints()
			b.Open(pageFile(t, written(t, modeltest.Parse(t, "phases.tltxt", phases()), measure.Scope{})))
			b.leads()
			b.Open(pageFile(t, written(t, modeltest.Parse(t, "nasty.tltxt", modeltest.Nasty()), measure.Scope{})))
			b.looksRight()
		})
	}
}

// visitor looks at a page of ours.
type visitor struct{ browsertest.Visitor }

// phases is a second of two threads of which one waits for the other, ten times: a finding.
func phases() string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 1000ms\nos linux\nprocess 10 app target\n" +
		"thread 11 pid=10 name=\"holder\"\nthread 12 pid=10 name=\"waiter\"\n0ms cpu0 switch idle 11 wait\n0ms cpu1 switch idle 12 wait\n")
	for at := 10; at < 1000; at += 100 {
		fmt.Fprintf(&b, "%dms cpu1 call 12 enter futex arg=0x100 arg2=0x80\n%[1]dms cpu1 switch 12 idle wait linux=S\n"+
			"%[2]dms cpu0 wake 12\n%[2]dms cpu1 switch idle 12 wait\n%[2]dms cpu1 call 12 exit futex ret=0\n", at, at+60)
	}
	return b.String()
}

func pageFile(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// looksRight: the policy lets the page's own style, script and picture pass, and nothing is loaded.
func (v visitor) looksRight() {
	v.Helper()
	v.Want(`getComputedStyle(document.querySelector("dl div")).display`, "flex")
	v.Want(`document.querySelector(".tools").hidden`, "false")
	v.Want(`document.querySelector("picture img").naturalWidth > 500`, "true")
	v.Want(`performance.getEntriesByType("resource").filter(e => !e.name.startsWith("data:")).length`, "0")
	v.Want(`document.scripts.length`, "1")
	v.Want(`document.documentElement.scrollWidth <= innerWidth`, "true")
	v.Want(`document.querySelectorAll(".ticks text").length > 1`, "true")
}

// pointer moves the mouse to the given shares of the width of a lane, and holds the button between
// the first and the last.
func (v visitor) pointer(lane int, shares ...float64) {
	v.Helper()
	v.Eval(fmt.Sprintf(`document.querySelectorAll("svg.lane")[%d].scrollIntoView({block: "center"})`, lane))
	var box struct{ X, Y, Width, Height float64 }
	if err := json.Unmarshal([]byte(v.Eval(fmt.Sprintf(`JSON.stringify(document.querySelectorAll("svg.lane")[%d].getBoundingClientRect())`, lane))), &box); err != nil {
		v.Fatal(err)
	}
	var moves []any
	for i, share := range shares {
		moves = append(moves, map[string]any{
			"type": "pointerMove", "duration": 0, "origin": "viewport",
			"x": int(box.X + share*box.Width), "y": int(box.Y + box.Height/2),
		})
		if i == 0 && len(shares) > 1 {
			moves = append(moves, map[string]any{"type": "pointerDown", "button": 0})
		}
	}
	if len(shares) > 1 {
		moves = append(moves, map[string]any{"type": "pointerUp", "button": 0})
	}
	v.Do("WebDriver:PerformActions", map[string]any{"actions": []any{
		map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": moves},
	}})
}

// readsLane: the mouse on a wait reads what it was, when, and who ended it.
func (v visitor) readsLane() {
	v.Helper()
	lane := v.lane("waiter 12")
	v.pointer(lane, .3)
	got := strings.ReplaceAll(v.Eval(`document.querySelector(".readout").textContent`), "\u2009", "")
	if want := "waiter 12: Synchronization – futex (lock, condition variable or join), ended by holder 11, 10.000 ms – 50.000 ms (40.000000 ms)"; got != want {
		v.Errorf("it reads %q, want %q", got, want)
	}
}

// lane is the number of the lane with a name.
func (v visitor) lane(name string) int {
	v.Helper()
	n, err := strconv.Atoi(v.Eval(`[...document.querySelectorAll("svg.lane")].findIndex(s => s.previousElementSibling.title === "` + name + `")`))
	if err != nil || n < 0 {
		v.Fatalf("no lane %s", name)
	}
	return n
}

// window is the time that the lanes show, from and to, in ns.
func (v visitor) window() (from, to float64) {
	v.Helper()
	var box []float64
	text := v.Eval(`JSON.stringify(document.querySelector("svg.lane").getAttribute("viewBox").split(" ").map(x => x * document.querySelector(".lanes").dataset.unit))`)
	if err := json.Unmarshal([]byte(text), &box); err != nil {
		v.Fatal(err)
	}
	return box[0], box[0] + box[2]
}

func (v visitor) shows(how string, from, to, within float64) {
	v.Helper()
	if a, b := v.window(); a < from-within || a > from+within || b < to-within || b > to+within {
		v.Errorf("%s: it shows %.0f to %.0f, want %.0f to %.0f", how, a, b, from, to)
	}
}

// zooms: by buttons, by keys, and by dragging.
func (v visitor) zooms() {
	v.Helper()
	press := func(what string) { v.Eval(`document.querySelector("[data-do=` + what + `]").click()`) }
	press("in")
	v.shows("zoom in", 25e6, 75e6, 1)
	press("right")
	v.shows("later", 40e6, 90e6, 1)
	press("right")
	v.shows("later, at the end", 50e6, 100e6, 1)
	press("all")
	v.shows("whole time window", 0, 100e6, 1)
	v.Eval(`document.querySelector(".lanes").focus()`)
	v.Do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": []any{
		map[string]any{"type": "keyDown", "value": "+"},
		map[string]any{"type": "keyUp", "value": "+"},
		map[string]any{"type": "keyDown", "value": "\ue012"},
		map[string]any{"type": "keyUp", "value": "\ue012"}, // left
	}}}})
	v.shows("keys", 10e6, 60e6, 1)
	press("all")
	v.pointer(0, .2, .3, .4)
	v.shows("dragged", 20e6, 40e6, 1e6)
	press("all")
}

// leads: a finding, or a place that it names, leads there.
func (v visitor) leads() {
	v.Helper()
	if v.Eval(`document.querySelectorAll("[data-lane]").length`) == "0" {
		v.Fatal("no finding names a place")
	}
	v.Eval(`document.querySelector("[data-lane]").click()`)
	number := func(what string) float64 {
		n, err := strconv.ParseFloat(v.Eval(`document.querySelector("[data-lane]").dataset.`+what), 64)
		if err != nil {
			v.Fatal(err)
		}
		return n
	}
	from, to := number("from"), number("to")
	room := (to - from) / 4
	v.shows("evidence", max(0, from-room), min(1e9, to+room), 1)
	v.Want(`document.querySelectorAll(".lane.found").length`, "1")
	v.Want(`document.querySelector(".readout").textContent.length > 10`, "true")
}

// prints: the page becomes a PDF.
func (v visitor) prints() {
	v.Helper()
	var answer struct{ Value string }
	if err := json.Unmarshal(v.Do("WebDriver:Print", map[string]any{}), &answer); err != nil {
		v.Fatal(err)
	}
	pdf, err := base64.StdEncoding.DecodeString(answer.Value)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) || len(pdf) < 10_000 {
		v.Errorf("printed %d bytes: %v", len(pdf), err)
	}
}
