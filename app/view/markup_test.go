package view

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// markup compares the layout of a panel of a given size with its master in testdata: every text,
// box and picture with its place. THREADLENS_UPDATE=1 renews the master.
func markup(t *testing.T, name string, o fyne.CanvasObject, width, height float32) {
	t.Helper()
	o.Resize(fyne.NewSize(width, height))
	o.Move(fyne.Position{})
	if os.Getenv("THREADLENS_UPDATE") != "" {
		path := filepath.Join("testdata", name+".xml")
		if err := os.WriteFile(path, []byte(test.RenderObjectToMarkup(o)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	test.AssertObjectRendersToMarkup(t, name+".xml", o)
}

// legible returns the lines of text that the renderers of a panel show. Nothing in it may be cut
// off or overlap something else.
func legible(t *testing.T, o fyne.CanvasObject) []string {
	t.Helper()
	a := &auditor{window: kit.Rect{Size: o.Size()}, floating: map[fyne.CanvasObject]bool{}}
	a.walk(o, where{clip: a.window})
	a.overlaps()
	for _, f := range a.faults {
		t.Error(f)
	}
	middle := func(s seen) float32 { return s.rect.Pos.Y + s.rect.Size.Height/2 }
	slices.SortStableFunc(a.list, func(a, b seen) int {
		if d := middle(a) - middle(b); math.Abs(float64(d)) >= sameLine {
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(a.rect.Pos.X, b.rect.Pos.X)
	})
	var lines []string
	for i, s := range a.list {
		if i > 0 && math.Abs(float64(middle(s)-middle(a.list[i-1]))) < sameLine {
			lines[len(lines)-1] += "\t" + plain(s.text)
		} else {
			lines = append(lines, plain(s.text))
		}
	}
	return lines
}

// legendByHand computes the lines of the legend for the whole of a trace: the time of the threads
// by category, and its share of the total.
func legendByHand(tr *model.Trace) (lines []string) {
	var sums model.Sums
	total := model.Time(0)
	for ix := range tr.Threads {
		if tr.Processes[tr.Threads[ix].Proc].Class != model.ClassTarget {
			continue
		}
		for c, d := range tr.Sums(model.ThreadIx(ix), tr.Whole()) {
			sums[c] += d
			total += d
		}
	}
	for _, c := range kit.CategoryOrder {
		line := fmt.Sprintf("%s\t%s\t%s", c.Brief(), timeline.FormatDuration(sums[c]), timeline.FormatPercent(sums[c], total))
		if sums[c] == 0 {
			line = fmt.Sprintf("%s\t0\t%s", c.Brief(), timeline.FormatPercent(0, total))
		}
		if sums[c] == 0 && !tr.Recorded(c) {
			line = c.Brief() + ", not recorded\t–"
		}
		lines = append(lines, plain(line))
	}
	return append(lines, plain(fmt.Sprintf("%s of thread time in a window of 540 ms", timeline.FormatDuration(total))))
}

// TestPanelsOfATrace: the texts of the panels are right, nothing in them is cut off or overlaps
// something else, and their layout has not changed.
func TestPanelsOfATrace(t *testing.T) {
	w := opened(t, story(t))
	markup(t, "profile", w.Profile.Root, 334, 290)
	lines := legible(t, w.Profile.Root)
	for _, want := range append(legendByHand(w.Session.Trace()), "Visible timeline profile\t3 threads") {
		if !slices.Contains(lines, want) {
			t.Errorf("the profile has no line %q, but\n%s", want, strings.Join(lines, "\n"))
		}
	}
	tabBar := w.Tabs.Root.Objects[1]
	markup(t, "tabs", tabBar, 700, tabBar.MinSize().Height)
	legible(t, tabBar)
	w.status.memory(0)
	w.status.point("100.000 ms", "6420: Synchronization 250 ms")
	markup(t, "status", w.status.root, 960, statusHeight)
	if lines := legible(t, w.status.root); len(lines) != 1 ||
		!strings.HasPrefix(lines[0], "100.000 ms\t6420: Synchronization 250 ms\t2 CPUs\t") || !strings.Contains(lines[0], "\t15 context switches\tNo events lost") {
		t.Errorf("the status line says %q", lines)
	}
}

func TestPanelsAtLargeText(t *testing.T) {
	settings := keep.DefaultSettings()
	settings.Theme, settings.TextSize = keep.ThemeLight, 150
	w := newWindow(kittest.NewApp(t), settings, "", "")
	w.Win.Resize(fyne.NewSize(1600, 950))
	w.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(w.summaries)
	w.paneTimer.Flush()
	markup(t, "profile150", w.Profile.Root, 501, 420)
	w.status.memory(0)
	w.status.point("100.000 ms", "6420: Synchronization 250 ms")
	markup(t, "status150", w.status.root, 960, statusHeight*1.5)
}

// lossy is a trace that lost events.
const lossy = `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
10us cpu0 switch idle 8 preempt
400us cpu0 loss 600us n=70
700us cpu0 switch 8 idle wait
`

func TestBannerPanel(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "loss", lossy))
	markup(t, "banner", w.banner.root, 960, kit.BannerHeight)
}

func TestPages(t *testing.T) {
	settings := keep.DefaultSettings()
	settings.Theme = keep.ThemeDark
	w := newWindow(kittest.NewApp(t), settings, "", "")
	w.appState.recorder.Supported = true // on every system
	w.start.update()
	markup(t, "start", w.start.root, 960, 500)
	w.show(pageError)
	w.failure.show(session.Source{Name: "broken.etl", Path: "/traces/broken.etl"}, errors.New("etl: buffer: 12 at 0x30000: its size is 0"))
	markup(t, "error", w.failure.root, 960, 500)
}
