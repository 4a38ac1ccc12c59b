package view

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
)

// The tests in this file notice every change of what the window shows in the audited states, and
// where it is (see modeltest.Sums), except for states that show times or paths of the machine on
// which they run.

// TestSameLooks covers a trace, and the dialogs.
func TestSameLooks(t *testing.T) {
	a := sameLooks(t, "looks", story(t), 1600, 950, 1)
	a.pages()
	a.showStory()
	a.trace()
	a.sheets()
}

// TestSameLooksInSmall covers a trace in a small window at scale 2.
func TestSameLooksInSmall(t *testing.T) {
	a := sameLooks(t, "looksinsmall", story(t), 1000, 640, 2)
	a.showStory()
	a.trace()
	a.w.Session.SetViewing(keep.ViewMonitor)
	a.look("monitor")
}

// TestSameLooksInPart covers a trace that lost events, and figures.
func TestSameLooksInPart(t *testing.T) {
	a := sameLooks(t, "looksinpart", modeltest.Parse(t, "loss", lossy), 1600, 950, 1)
	a.showStory()
	a.look("a partial trace")
	a.utilization()
	a.measurement()
}

// looking is an audit that computes sums of what is shown instead.
type looking struct {
	auditRun
	shown *model.Trace
}

func (l *looking) showStory() {
	l.w.showTrace(session.Source{Name: "trace.tltxt"}, l.shown)
	kittest.Eventually(l.t, func() bool { return classify.Of(l.w.Session.Trace()) != nil })
}

// unsteady reports whether a state shows times or paths of the machine, or what appears only after
// a while.
func unsteady(state string) bool {
	if strings.Contains(" record open openNew compareWith exportCut loadCounters hostCounters symbolFolder liveProcesses problem saveView symbols ", " "+state+" ") {
		return true
	}
	return state == "about" || state == "cursors and wall clock" || state == "keys" || strings.HasPrefix(state, "record, ") || strings.HasPrefix(state, "open a file") || strings.HasPrefix(state, "live")
}

// calm waits until no computation for the window is left.
func (w *window) calm(t *testing.T) {
	t.Helper()
	busy := func() bool {
		return w.Findings.Running || w.Measurement.Running || w.Report.Running || w.Summary.Running || w.Calls.Running || w.Locks.Running ||
			w.Path.Running || w.Cores.Table.Running || w.Reports.Running || w.Reports.Chart.Running
	}
	for again := true; again; {
		w.paneTimer.Flush()
		w.Findings.Settle.Stop()
		w.Findings.Ask()
		again = busy()
		kittest.Eventually(t, func() bool { return !busy() })
	}
}

func sameLooks(t *testing.T, name string, tr *model.Trace, width, height, scale float32) *looking {
	t.Helper()
	s := modeltest.NewSums(t, filepath.Join("testdata", name+".txt"))
	t.Cleanup(s.Compare)
	settings := keep.DefaultSettings()
	settings.Theme = keep.ThemeLight
	w := newWindow(kittest.NewApp(t), settings, t.TempDir(), "")
	t.Cleanup(w.summaries)
	w.Win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
	w.Win.Resize(fyne.NewSize(width, height))
	look := func(state string) {
		if unsteady(state) {
			return
		}
		w.calm(t)
		s.Add(w.looks(t), state)
	}
	return &looking{auditRun{t, w, name, look}, tr}
}

// widgetType matches the type of a widget in markup.
var widgetType = regexp.MustCompile(` type="[^"]*"`)

// looks is everything that the window shows: which objects, where, and what is drawn in pictures.
func (w *window) looks(t *testing.T) string {
	t.Helper()
	w.status.memory(100 << 20)
	c := w.Win.Canvas()
	b := bytes.NewBufferString(widgetType.ReplaceAllString(test.RenderToMarkup(c), "")) // the name of a widget in the code is not visible
	for _, root := range append(c.Overlays().List(), c.Content()) {
		eachIn(root, func(o fyne.CanvasObject) bool {
			p, ok := o.(drawing)
			if !ok || !o.Visible() {
				return false
			}
			if list, _ := p.DisplayList(); list != nil {
				if _, err := list.WriteTo(b); err != nil {
					t.Fatal(err)
				}
			}
			return false
		})
	}
	fmt.Fprintln(b)
	return b.String()
}
