package view

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/model/modeltest"
)

// markup compares how a panel of a size is laid out with its master in testdata:
// every text, box and picture with its place. THREADLENS_UPDATE=1 renews it.
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

func TestPanelsOfATrace(t *testing.T) {
	w := opened(t, story(t))
	markup(t, "profile", w.profile.root, 334, 290)
	tabBar := w.tabs.root.Objects[1]
	markup(t, "tabs", tabBar, 700, tabBar.MinSize().Height)
	w.status.memory(0)
	w.status.point("100.000 ms", "6420: Synchronization 250 ms")
	markup(t, "status", w.status.root, 960, statusHeight)
}

func TestPanelsAtLargeText(t *testing.T) {
	settings := session.DefaultSettings()
	settings.Theme, settings.TextSize = session.ThemeLight, 150
	w := newWindow(newApp(t), settings, "", "")
	w.win.Resize(fyne.NewSize(1600, 950))
	w.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(w.summaries)
	w.panes.flush()
	markup(t, "profile150", w.profile.root, 501, 420)
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
	markup(t, "banner", w.banner.root, 960, bannerHeight)
}

func TestPages(t *testing.T) {
	settings := session.DefaultSettings()
	settings.Theme = session.ThemeDark
	w := newWindow(newApp(t), settings, "", "")
	w.desk.recorder.Supported = true // whatever the system
	w.start.update()
	markup(t, "start", w.start.root, 960, 500)
	w.show(pageError)
	w.failure.show(session.Source{Name: "broken.etl", Path: "/traces/broken.etl"}, errors.New("etl: buffer 12 at 0x30000: its size is 0"))
	markup(t, "error", w.failure.root, 960, 500)
}
