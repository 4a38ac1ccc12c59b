package view

import (
	"image"
	"math"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// exportCommands write what is on screen to files and to the clipboard.
func (w *window) exportCommands() []*kit.Command {
	list := []*kit.Command{
		{
			ID: "exportView", Title: "Export View…", Help: "Export the picture as PNG, SVG or PDF",
			Keys: []kit.Key{{Name: fyne.KeyE, Mods: kit.Ctrl}}, Enabled: w.HasPicture, Why: views.NoPicture, Run: w.exportView,
		},
		w.copyPictureCommand(),
		{
			ID: "exportTable", Title: "Export Table…", Help: "Export the table of the visible threads",
			Enabled: w.IsOpen, Run: w.ExportTable,
		},
	}
	for i, ending := range keep.TableFormats() {
		f, _ := export.ParseFormat(ending)
		list = append(list, &kit.Command{
			ID: "copyAs." + ending, Title: views.TableTitles[i], Help: "Copy the table as " + views.TableTitles[i],
			Enabled: w.IsOpen, Run: func() { w.CopyTable(f) },
		})
	}
	return list
}

// picture is what the window shows, as a picture with scale pixels per dp. At the window's own
// scale its frame equals the surface pixel for pixel, except for the scroll bar, which is left out.
func (w *window) picture(o host.PictureOptions, scale int) *export.Picture {
	scene := w.Surface.Now()
	k := float32(scale)
	scroll := float64(scene.ScrollY) * float64(k/scene.Metrics.Scale)
	size := w.Surface.Size()
	scene.Metrics.Scale = k
	scene.Rows = scene.Rows.Resize(scene.Metrics)
	scene.ScrollY = int(math.Round(scroll))
	scene.Parts &^= timeline.PartScroll
	scene.Filtering = false // the filter field is not part of the picture
	px := func(dp float32) int { return int(math.Round(float64(dp * k))) }
	scene.Size = image.Pt(px(size.Width)-scene.Metrics.Px(scene.Metrics.Scroll), px(size.Height))
	scene.View.Width = timeline.LaneWidth(scene.Size.X, scene.Parts, scene.Metrics)
	scene.Palette = paint.NewPalette(o.Dark, scene.Palette.Safe).WithPatterns(scene.Palette.Patterns)
	p := &export.Picture{Title: w.Session.Source().Name, Bare: w.Settings.Export.Plain}
	if r := w.Session.Marked(); o.Marked && r.Len() > 0 {
		scene.View.Range, scene.Chart.Scope = r, r
	} else {
		p.Marked = r
	}
	scene.View = scene.View.Fit(scene.View.Range, w.Session.Trace().Whole())
	p.Scene = scene
	return p
}

// exportView asks how the picture should look, and then for its file. It exports the flame graph if
// that has the keyboard, otherwise the view.
func (w *window) exportView() {
	if w.flameInUse() {
		w.ExportFlame()
		return
	}
	f := w.NewPictureForm()
	f.Alone, f.Name, f.Draw = "Timeline alone", w.ExportName, w.shownPicture()
	if w.Session.Viewing() == keep.ViewMeasurement {
		f.Alone = "Charts alone"
	}
	f.Present("Export view")
}

// flameInUse reports whether a flame graph has the keyboard.
func (w *window) flameInUse() bool {
	return w.CallsFocused() && w.Calls.Flaming() && w.Calls.Shown != nil
}

// shownPicture draws the view.
func (w *window) shownPicture() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	if w.Session.Viewing() == keep.ViewMeasurement {
		return w.MeasurePictures()
	}
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		return w.picture(o, scale).Draw(), nil
	}
}
