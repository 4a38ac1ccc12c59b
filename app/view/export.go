package view

import (
	"bytes"
	"context"
	"image"
	"io"
	"math"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/export/web"
	"threadlens/app/session/clip"
	"threadlens/app/session/keep"
	"threadlens/app/view/controls"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// exports write what is on screen to files and to the clipboard.
type exports struct{ *controls.Controls }

// commands write what is on screen to files and to the clipboard.
func (e *exports) commands() []*kit.Command {
	list := []*kit.Command{
		{
			ID: "exportView", Title: "Export View…", Help: "Export the picture as PNG, SVG or PDF",
			Keys: []kit.Key{{Name: fyne.KeyE, Mods: kit.Ctrl}}, Enabled: e.HasPicture, Why: views.NoPicture, Run: e.exportView,
		},
		e.copyPictureCommand(),
		{
			ID: "exportTable", Title: "Export Table…", Help: "Export the shown table or, if none is shown, a table of the visible threads",
			Keys: []kit.Key{{Name: fyne.KeyE, Mods: kit.Ctrl | kit.Shift}}, Enabled: e.IsOpen, Run: e.ExportTable,
		},
		{
			ID: "exportPage", Title: "Export HTML Report…", Enabled: e.IsOpen, Run: e.exportPage,
			Help: "Export a web page that can be read without Threadlens: findings, timeline, charts and tables of the selected time range or, if no range is selected, of the visible time range",
		},
		e.cutCommand(),
	}
	for i, ending := range keep.TableFormats() {
		f, _ := export.ParseFormat(ending)
		list = append(list, &kit.Command{
			ID: "copyAs." + ending, Title: views.TableTitles[i], Help: "Copy the table as " + views.TableTitles[i],
			Enabled: e.IsOpen, Run: func() { e.CopyTable(f) },
		})
	}
	return list
}

// picture is what the window shows, as a picture with scale pixels per dp. At the window's own
// scale its frame equals the surface pixel for pixel, except for the scroll bar, which is left out.
func (e *exports) picture(o host.PictureOptions, scale int) *export.Picture {
	scene := e.Surface.Now()
	k := float32(scale)
	scroll := float64(scene.ScrollY) * float64(k/scene.Metrics.Scale)
	size := e.Surface.Size()
	scene.Metrics.Scale = k
	scene.Rows = scene.Rows.Resize(scene.Metrics)
	scene.ScrollY = int(math.Round(scroll))
	scene.Parts &^= timeline.PartScroll
	scene.Filtering = false // the filter field is not part of the picture
	px := func(dp float32) int { return int(math.Round(float64(dp * k))) }
	scene.Size = image.Pt(px(size.Width)-scene.Metrics.Px(scene.Metrics.Scroll), px(size.Height))
	scene.View.Width = timeline.LaneWidth(scene.Size.X, scene.Parts, scene.Metrics)
	scene.Palette = paint.NewPalette(o.Dark, scene.Palette.Safe).WithPatterns(scene.Palette.Patterns)
	p := &export.Picture{Title: e.Session.Source().Name, Targets: e.Session.Targets(), Bare: e.Settings.Export.Plain}
	if r := e.Session.Marked(); o.Marked && r.Len() > 0 {
		scene.View.Range, scene.Chart.Scope = r, r
	} else {
		p.Marked = r
	}
	scene.View = scene.View.Fit(scene.View.Range, e.Session.Trace().Held())
	p.Scene = scene
	return p
}

// exportView asks how the picture should look, and then for its file. It exports the flame graph if
// that has the keyboard, otherwise the view.
func (e *exports) exportView() {
	if e.flameInUse() {
		e.ExportFlame()
		return
	}
	f := e.NewPictureForm()
	f.Alone, f.Name, f.Draw = "Timeline only", e.ExportName, e.shownPicture()
	if e.Session.Viewing() == keep.ViewMeasurement {
		f.Alone = "Charts only"
	}
	f.Present("Export view")
}

// exportPage writes the web page about the time and the threads that the window sums up.
func (e *exports) exportPage() {
	q := e.Session.FindingsQuery()
	r := web.Report{Trace: q.Trace, Scope: q.Scope(), Limits: q.Limits, Safe: e.Look.Current().Safe}
	e.ExportAs(e.ExportNameOf("report", "html"), func(out io.Writer) error { return r.Write(context.Background(), out) })
}

// flameInUse reports whether a flame graph has the keyboard.
func (e *exports) flameInUse() bool {
	return e.CallsFocused() && e.Calls.Flaming() && e.Calls.Shown != nil
}

// shownPicture draws the view.
func (e *exports) shownPicture() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	if e.Session.Viewing() == keep.ViewMeasurement {
		return e.MeasurePictures()
	}
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		return e.picture(o, scale).Draw(), nil
	}
}

// copyPictureCommand copies what Export View would export, as a PNG.
func (e *exports) copyPictureCommand() *kit.Command {
	tool, ok := clip.Find()
	c := &kit.Command{
		ID: "copyPicture", Title: "Copy Picture", Help: "Copy the picture to the clipboard, with the scale and page layout of the last export",
		Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Ctrl | kit.Shift}}, Enabled: e.HasPicture, Why: views.NoPicture,
		Run: func() { e.copyPicture(tool) },
	}
	if !ok {
		c.Enabled, c.Why = func() bool { return false }, clip.Missing()
	}
	return c
}

// copyPicture draws the flame graph if that has the keyboard, otherwise the view, and copies it in
// the background.
func (e *exports) copyPicture(tool clip.Tool) {
	draw := e.shownPicture()
	if e.flameInUse() {
		draw = e.FlamePicture()
	}
	const failed = "Not copied"
	d, err := draw(host.PictureOptions{Dark: e.Look.Current().Dark}, e.Settings.Export.Scale)
	if err != nil {
		e.Complain(failed, err)
		return
	}
	e.Point("", "Copying"+kit.Ellipsis)
	go func() {
		var png bytes.Buffer
		err := d.Write(&png, export.PNG)
		if err == nil {
			err = tool.Copy(png.Bytes())
		}
		fyne.Do(func() {
			e.Point("", "")
			if err != nil {
				e.Complain(failed, err)
				return
			}
			e.Point("", "Copied the picture")
		})
	}()
}
