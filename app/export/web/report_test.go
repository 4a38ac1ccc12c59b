package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// written is the page about a scope.
func written(t *testing.T, tr *model.Trace, s measure.Scope) string {
	t.Helper()
	var b bytes.Buffer
	r := Report{Trace: tr, Scope: s, Limits: findings.NewLimits()}
	if err := r.Write(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lock is two threads and a lock, in a process with three idle threads, and another process.
const lock = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 "app" target
process 20 "other"
thread 11 pid=10 name="holder"
thread 12 pid=10 name="waiter"
thread 13 pid=10 name="idle"
thread 14 pid=10 name="idle"
thread 15 pid=10 name="idle"
thread 21 pid=20 name="other"
0ms cpu0 switch idle 11 wait
0ms cpu1 switch idle 13 wait
1ms cpu1 switch 13 14 wait linux=S
2ms cpu1 switch 14 15 wait linux=S
3ms cpu1 switch 15 12 wait linux=S
10ms cpu1 call 12 enter futex arg=0x100 arg2=0x80
10ms cpu1 switch 12 21 wait linux=S
50ms cpu0 wake 12
60ms cpu1 switch 21 12 preempt
60ms cpu1 call 12 exit futex ret=0
100ms cpu0 switch 11 idle wait linux=S
`

// rect is a rectangle of a lane of a page, as the script reads it.
type rect struct {
	class          string
	from, to       float64 // ns from the start of the window
	y, height      float64
	lane           int
	window, scaled float64
}

var (
	unitPattern = regexp.MustCompile(`data-length="(\d+)" data-unit="(\d+)"`)
	lanePattern = regexp.MustCompile(`(?s)<svg class="lane" viewBox="0 0 ([\d.]+) 1".*?</svg>`)
	pathPattern = regexp.MustCompile(`<path class="(k\d+)" data-title="[^"]*" d="([^"]*)"/>`)
	rectPattern = regexp.MustCompile(`M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z`)
)

func rectsOf(t *testing.T, page string) (list []rect) {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	head := unitPattern.FindStringSubmatch(page)
	window, unit := number(head[1]), number(head[2])
	for i, lane := range lanePattern.FindAllStringSubmatch(page, -1) {
		for _, p := range pathPattern.FindAllStringSubmatch(lane[0], -1) {
			rest := rectPattern.ReplaceAllString(p[2], "")
			if rest != "" {
				t.Fatalf("not a rectangle: %q", rest)
			}
			for _, m := range rectPattern.FindAllStringSubmatch(p[2], -1) {
				if m[3] != m[5] {
					t.Fatalf("%s does not close", m[0])
				}
				r := rect{class: p[1], from: number(m[1]) * unit, y: number(m[2]), height: number(m[4]), lane: i, window: window, scaled: number(lane[1]) * unit}
				r.to = r.from + number(m[3])*unit
				list = append(list, r)
			}
		}
	}
	return list
}

// TestLanesAddUp: the areas of the colours are the times of the profile, whatever is put together,
// and no rectangle leaves its lane or covers another.
func TestLanesAddUp(t *testing.T) {
	for name, tr := range map[string]*model.Trace{
		"lock":  modeltest.Parse(t, "lock.tltxt", lock),
		"dense": modeltest.Synthetic(6, 30_000, 20e9, 3),
		"short": modeltest.Synthetic(3, 60, 50_000, 1),
		"world": modeltest.Parse(t, "world.tltxt", modeltest.World(7)),
	} {
		for _, window := range []model.Range{{}, {From: tr.End / 3, To: tr.End/3 + tr.End/7 + 1}} {
			s, err := measure.Scope{Range: window}.In(tr)
			if err != nil {
				t.Fatal(err)
			}
			s.Threads = s.Threads[:min(len(s.Threads), mostLanes)]
			drawn := areas(t, name, rectsOf(t, written(t, tr, s)), float64(s.Range.Len()))
			slack := 1 + float64(s.Range.Len())/1000
			for k, want := range tr.Profile(s.Threads, s.Range) {
				if math.Abs(drawn[k]-float64(want)) > slack {
					t.Errorf("%s, %v: %v of %s drawn, want %d", name, window, drawn[k], model.Category(k), want)
				}
			}
		}
	}
}

// areas adds up the rectangles by category, ns. Each must lie in its lane, and those that begin
// together fill it.
func areas(t *testing.T, name string, rects []rect, window float64) (drawn [model.NumCategories]float64) {
	t.Helper()
	filled := map[string]float64{} // of the height, by lane and start
	for _, r := range rects {
		if r.window != window || r.scaled != window {
			t.Fatalf("%s: a lane is %v wide, the window %v", name, r.scaled, window)
		}
		if r.from < 0 || r.to > window*(1+1e-12) || r.y < 0 || r.y+r.height > 1.0011 {
			t.Errorf("%s: %+v leaves the lane", name, r)
		}
		k, _ := strconv.Atoi(r.class[1:])
		drawn[k] += (r.to - r.from) * r.height
		filled[fmt.Sprint(r.lane, " ", int64(r.from+.5))] += r.height
	}
	for at, height := range filled {
		if math.Abs(height-1) > .003 {
			t.Errorf("%s: %v of the lane is filled at %s", name, height, at)
		}
	}
	return drawn
}

// TestLanes: heads, lanes in the order of the window, threads that only wait, and what is left out.
func TestLanes(t *testing.T) {
	tr := modeltest.Parse(t, "lock.tltxt", lock)
	page := written(t, tr, measure.Scope{Threads: measure.TargetThreads(tr, target(t, tr)), Range: model.Range{From: 5e6, To: 100e6}})
	for _, want := range []string{
		`<div class="row head"><div class="name">app <span>10</span></div></div>`,
		`<div class="name" title="waiter 12">waiter <span>12</span></div>`,
		"3 idle threads", "1 more thread not shown, including those of 1 other process.",
		`<title>lock.tltxt – Threadlens</title>`, `<dd>5 of 6 threads</dd>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if !strings.Contains(written(t, tr, measure.Scope{}), `title="other 21"`) {
		t.Error("a thread of another process that was requested has no lane")
	}
}

func target(t *testing.T, tr *model.Trace) measure.Target {
	t.Helper()
	s, err := measure.Scope{}.In(tr)
	if err != nil {
		t.Fatal(err)
	}
	return s.Target
}

// TestNotes: a wait says why it was, and who ended it, at its start in the window.
func TestNotes(t *testing.T) {
	tr := modeltest.Parse(t, "lock.tltxt", lock)
	for _, x := range []struct {
		from model.Time
		at   float64
	}{{0, 10e6}, {5e6, 5e6}, {20e6, 0}} {
		page := written(t, tr, measure.Scope{Range: model.Range{From: x.from, To: 100e6}})
		text := html.UnescapeString(regexp.MustCompile(`data-notes="([^"]*)"`).FindStringSubmatch(page)[1])
		var notes [][]any
		if err := json.Unmarshal([]byte(text), &notes); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, lane := range notes {
			for i := 0; i < len(lane); i += 2 {
				found = found || lane[i] == x.at && strings.HasSuffix(lane[i+1].(string), ", ended by holder 11")
			}
		}
		if !found {
			t.Errorf("from %d: %s", x.from, text)
		}
	}
}

// TestSections: every section is there, in its order, and has the figures of its report.
func TestSections(t *testing.T) {
	tr := modeltest.Parse(t, "lock.tltxt", lock)
	page := written(t, tr, measure.Scope{})
	at := 0
	for _, id := range append([]string{"findings", "timeline", "utilization"}, sectionNames()...) {
		i := strings.Index(page, `<section id="`+id+`">`)
		if i < at {
			t.Errorf("section %s is at %d, the one before at %d", id, i, at)
		}
		at = i
		if !strings.Contains(page, `<a href="#`+id+`">`) {
			t.Errorf("no link leads to %s", id)
		}
	}
	for _, want := range []string{
		`<td>Synchronization</td><td class="n">40.000</td>`,   // the wait, in the profile
		`<td class="n">10.000</td>`,                           // the ready time
		`<td>waiter 12</td><td>holder 11</td><td class="n">1`, // contention
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func sectionNames() (names []string) {
	for _, x := range tables {
		names = append(names, x.report)
	}
	return names
}

// TestPolicy: the hashes are those of the style and the script of the page, and there is no other.
func TestPolicy(t *testing.T) {
	page := written(t, modeltest.Parse(t, "lock.tltxt", lock), measure.Scope{})
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	for _, kind := range []string{"style", "script"} {
		parts := regexp.MustCompile(`(?s)<`+kind+`>(.*?)</`+kind+`>`).FindAllStringSubmatch(page, -1)
		if len(parts) != 1 {
			t.Fatalf("%d elements <%s>", len(parts), kind)
		}
		sum := sha256.Sum256([]byte(parts[0][1]))
		if want := kind + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("%s lacks %s", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Error(policy)
	}
	for _, bad := range []string{"ZgotmplZ", " style=\"", " onclick", "src=\"http", "href=\"http", "url(", "@import"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// TestHostileNames: what a trace names can neither run nor change the order of the text.
func TestHostileNames(t *testing.T) {
	script := strings.NewReplacer(`"holder"`, `"</script><script>alert(1)</script>"`, `"app"`, `"\" onload=\"alert(2)"`, `"waiter"`, `"</title><img src=x>"`).Replace(lock)
	for _, tr := range []*model.Trace{
		modeltest.Parse(t, "nasty.tltxt", modeltest.Nasty()),
		modeltest.Parse(t, `</title><script>alert(3)</script>.tltxt`, script),
	} {
		page := written(t, tr, measure.Scope{})
		for _, bad := range []string{"<script>alert", "</script><", "<img src=x", `" onload="`, "\u202e", "\x1b"} {
			if i := strings.Index(page, bad); i >= 0 && !(bad == "</script><" && strings.HasPrefix(page[i:], "</script>\n")) {
				t.Errorf("the page has %q: %.80q", bad, page[i:])
			}
		}
		if n := strings.Count(page, "<script"); n != 1 {
			t.Errorf("%d scripts", n)
		}
	}
}

// TestPageIsSmall: neither many threads nor many segments, findings or rows make it large.
func TestPageIsSmall(t *testing.T) {
	for _, tr := range []*model.Trace{modeltest.Synthetic(100, 5_000, 60e9, 1), modeltest.Crowd(400, 200, 10e9, 400)} {
		page := written(t, tr, measure.Scope{})
		if len(page) > 3_000_000 {
			t.Errorf("%d bytes", len(page))
		}
		if n := strings.Count(page, `<svg class="lane"`); n != mostLanes {
			t.Errorf("%d lanes", n)
		}
		if n := len(rectsOf(t, page)); n > mostPieces || n < mostPieces/4 {
			t.Errorf("%d pieces", n)
		}
	}
}

// TestSamePage: the same bytes each time, whatever the number of processors.
func TestSamePage(t *testing.T) {
	tr := modeltest.Synthetic(5, 3_000, 5e9, 1)
	page := written(t, tr, measure.Scope{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if written(t, tr, measure.Scope{}) != page {
		t.Error("it differs")
	}
}

// TestPageFails: with the context, with a window outside the trace, and with the writer.
func TestPageFails(t *testing.T) {
	tr := modeltest.Parse(t, "lock.tltxt", lock)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := Report{Trace: tr, Limits: findings.NewLimits()}
	if err := r.Write(ctx, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("disk full")
	if err := r.Write(context.Background(), failing{full}); !errors.Is(err, full) {
		t.Errorf("the writer's error: %v", err)
	}
	r.Scope.Range = model.Range{From: 2e9, To: 3e9}
	if err := r.Write(context.Background(), &bytes.Buffer{}); err == nil {
		t.Error("a window outside the trace")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestUnits: times keep their nanoseconds, and no coordinate needs more than 20 bits before the point.
func TestUnits(t *testing.T) {
	for _, x := range []struct {
		window, time model.Time
		unit         model.Time
		want         string
	}{
		{1_000_000, 999_999, 1, "999999"},
		{1_000_001, 1_000_001, 10, "100000.1"},
		{2_000_000, 1_234_567, 10, "123456.7"},
		{17_073_639_000, 4_850_592_001, 100_000, "48505.92001"},
		{17_073_639_000, 50, 100_000, "0.0005"},
		{17_073_639_000, 0, 100_000, "0"},
	} {
		if unit := unitOf(x.window); unit != x.unit || inUnits(x.time, x.unit) != x.want {
			t.Errorf("%d of %d: unit %d, %s, want %d, %s", x.time, x.window, unit, inUnits(x.time, x.unit), x.unit, x.want)
		}
	}
}

// TestTicks: a few round times, inside the window.
func TestTicks(t *testing.T) {
	for _, x := range []struct {
		window model.Range
		want   string
	}{
		{model.Range{To: 789_531_000}, "0.000%=0.000 ms 12.666%=100.000 ms 25.331%=200.000 ms"},
		{model.Range{From: 95_000_000, To: 105_000_000}, "10.000%=96.000 ms 30.000%=98.000 ms"},
		{model.Range{From: 5, To: 5}, ""},
	} {
		var l lanes
		l.ticks(x.window)
		var got []string
		for _, k := range l.Ticks {
			got = append(got, k.At+"="+strings.ReplaceAll(k.Text, "\u2009", ""))
		}
		if text := strings.Join(got, " "); !strings.HasPrefix(text, x.want) || (x.want == "") != (text == "") {
			t.Errorf("%v: %s", x.window, text)
		}
	}
}

// TestColoursOfTheWindow: every category of the legend has its class, in both themes.
func TestColoursOfTheWindow(t *testing.T) {
	css := colours(false)
	for _, c := range timeline.LegendOrder() {
		if n := strings.Count(css, "."+class(c)+"{"); n != 2 {
			t.Errorf("%s: %d rules", c, n)
		}
	}
	if colours(true) == css {
		t.Error("the safe colours are the same")
	}
}
