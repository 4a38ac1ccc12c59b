package view

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/timeline/paint"
)

// TestLooksAreUsedAndKept chooses colours, patterns and a text size by their commands, and starts
// again with the saved settings.
func TestLooksAreUsedAndKept(t *testing.T) {
	dir := t.TempDir()
	settings := keep.DefaultSettings()
	settings.Theme = keep.ThemeDark
	w := newWindow(kittest.NewApp(t), settings, dir, "")
	for _, id := range []string{"colours.safe", "patterns", "text.150"} {
		c := w.Commands.Get(id)
		if c.Checked() {
			t.Errorf("%s is on before it was chosen", id)
		}
		c.Do()
		if !c.Checked() {
			t.Errorf("%s is off after it was chosen", id)
		}
	}
	kept, err := keep.LoadSettings(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]*window{"at once": w, "after a restart": newWindow(kittest.NewApp(t), kept, dir, "")} {
		p := w.Look.Current()
		if !p.Dark || !p.Safe || !p.Patterns {
			t.Errorf("%s: dark %v, safe %v, patterns %v", name, p.Dark, p.Safe, p.Patterns)
		}
		if got := w.Look.Size(theme.SizeNameText); got != 19.5 {
			t.Errorf("%s: text of %v", name, got)
		}
		if m := w.Surface.Metrics(); m.Body != 19.5 || m.Pitch != 39 || m.Gutter != 272*1.5 {
			t.Errorf("%s: lanes of %+v", name, m)
		}
	}
	w.Commands.Get("colours.classic").Do()
	if w.Look.Current().Safe || w.Commands.Get("colours.safe").Checked() {
		t.Error("the classic colours do not come back")
	}
}

// TestEveryPartUsesTheColours paints a swatch, a bar and the picture with each set of colours.
func TestEveryPartUsesTheColours(t *testing.T) {
	w := opened(t, story(t))
	sums := model.Sums{}
	sums[model.Synchronization] = 5
	for _, id := range []string{"colours.safe", "patterns", "colours.classic", "themeDark", "patterns", "colours.safe"} {
		w.Commands.Get(id).Do()
		want := w.Look.Current().Category(model.Synchronization)
		s := kit.NewSwatch(model.Synchronization)
		if img := paintOn(11, 11, s.Paint); img.RGBAAt(0, 0) != want.Edge || !has(img, want) {
			t.Errorf("%s: the swatch has other colours", id)
		}
		b := kit.NewMixBar(fyne.NewSize(40, 8))
		b.Set(sums, 0)
		if img := paintOn(40, 8, b.Paint); !has(img, want) {
			t.Errorf("%s: the bar has other colours", id)
		}
		if img := w.Surface.Generate(1600, 600).(*image.RGBA); !has(img, want) {
			t.Errorf("%s: the picture has other colours", id)
		}
	}
}

// has reports whether a picture has the fill and the edge of a category.
func has(img *image.RGBA, look paint.Colours) bool {
	fill, edge := false, false
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			fill = fill || img.RGBAAt(x, y) == look.Fill
			edge = edge || img.RGBAAt(x, y) == look.Edge
		}
	}
	return fill && edge
}

// TestFirstStartOffersColourSafeColours looks for the offer on the start page, and checks that it
// disappears once answered.
func TestFirstStartOffersColourSafeColours(t *testing.T) {
	for _, answer := range []string{keep.ColoursClassic, keep.ColoursSafe} {
		w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
		if !w.start.offer.Visible() {
			t.Fatal("the start page offers nothing")
		}
		w.Commands.Get("colours." + answer).Do()
		if w.start.offer.Visible() {
			t.Errorf("the offer stays after %s was chosen", answer)
		}
	}
}

// TestLayoutsHoldLargeText opens the window at all text sizes: up to 150 %, what it needs must fit
// the smallest window.
func TestLayoutsHoldLargeText(t *testing.T) {
	w := opened(t, story(t))
	for _, percent := range textSizes {
		w.Settings.TextSize = percent
		w.showLook()
		w.body.SetOpen(percent <= 100) // larger text needs a taller window for the pane
		w.Win.Resize(fyne.NewSize(960, 600))
		least := w.Win.Content().MinSize()
		if percent <= 150 && (least.Width > 960 || least.Height > 600-menuRoom) {
			t.Errorf("%d %%: the content needs %v", percent, least)
		}
		for _, o := range []fyne.CanvasObject{w.bar.open, w.Tabs.Heads[1], w.Profile.Rows[0]} {
			if o.MinSize().Height < fyne.MeasureText("Ag", w.Look.Size(theme.SizeNameText), fyne.TextStyle{}).Height {
				t.Errorf("%d %%: %T is lower than its text", percent, o)
			}
		}
	}
}

// TestGutterAndLanesAreSizedAtLargeText drags the edge of the gutter and turns the wheel where
// lengths on screen differ from those in the settings.
func TestGutterAndLanesAreSizedAtLargeText(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("text.200").Do()
	scene := w.Surface.Now()
	edge := fyne.NewPos(float32(scene.LaneArea().Min.X), 300)
	w.drag(desktop.MouseButtonPrimary, 0, edge, edge.AddXY(30, 0), edge.AddXY(60, 0))
	if got := w.Surface.Gutter; got != 302 {
		t.Errorf("gutter %v, want 30 more of the 272", got)
	}
	pitch := w.Session.Metrics().Pitch
	w.wheel(fyne.NewPos(900, 300), 1, kit.Ctrl|kit.Shift)
	if got := w.Session.Metrics().Pitch; got != pitch+4 {
		t.Errorf("pitch %v, was %v", got, pitch)
	}
}
