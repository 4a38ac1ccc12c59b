package view

import (
	"image"
	"io"
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// exportCommands write what is on the screen to files and to the clipboard.
func (w *window) exportCommands() []*kit.Command {
	list := []*kit.Command{
		{
			ID: "exportView", Title: "Export View…", Help: "Export the picture as PNG, SVG or PDF",
			Keys: []kit.Key{{Name: fyne.KeyE, Mods: kit.Ctrl}}, Enabled: w.hasPicture, Why: noPicture, Run: w.exportView,
		},
		{
			ID: "exportTable", Title: "Export Table…", Help: "Export the table of the visible threads",
			Enabled: w.IsOpen, Run: w.exportTable,
		},
	}
	for i, ending := range keep.TableFormats() {
		f, _ := export.ParseFormat(ending)
		list = append(list, &kit.Command{
			ID: "copyAs." + ending, Title: tableTitles[i], Help: "Copy the table as " + tableTitles[i],
			Enabled: w.IsOpen, Run: func() { w.copyTable(f) },
		})
	}
	return list
}

// pictureOptions are the choices of the dialog that no settings keep.
type pictureOptions struct {
	dark, marked bool // dark colours; the selected range instead of the window
}

// picture is what the window shows as a picture with so many pixels a dp. At the
// window's own scale its frame is the surface's, pixel for pixel, up to the
// scroll bar, which a picture has no use for.
func (w *window) picture(o pictureOptions, scale int) *export.Picture {
	scene := w.surface.now()
	k := float32(scale)
	scroll := float64(scene.ScrollY) * float64(k/scene.Metrics.Scale)
	size := w.surface.Size()
	scene.Metrics.Scale = k
	scene.Rows = scene.Rows.Resize(scene.Metrics)
	scene.ScrollY = int(math.Round(scroll))
	scene.Parts &^= timeline.PartScroll
	scene.Filtering = false // the field is no part of the picture
	px := func(dp float32) int { return int(math.Round(float64(dp * k))) }
	scene.Size = image.Pt(px(size.Width)-scene.Metrics.Px(scene.Metrics.Scroll), px(size.Height))
	scene.View.Width = timeline.LaneWidth(scene.Size.X, scene.Parts, scene.Metrics)
	scene.Palette = paint.NewPalette(o.dark, scene.Palette.Safe).WithPatterns(scene.Palette.Patterns)
	p := &export.Picture{Title: w.s.Source().Name, Bare: w.settings.Export.Plain}
	if r := w.s.Marked(); o.marked && r.Len() > 0 {
		scene.View.Range, scene.Chart.Scope = r, r
	} else {
		p.Marked = r
	}
	scene.View = scene.View.Fit(scene.View.Range, w.s.Trace().Whole())
	p.Scene = scene
	return p
}

// Sizes of the preview, dp, and the height of what stands above and below it.
const previewWidth, previewHeight, previewOther = 560, 330, 330

// pictureForm asks what a picture is to look like.
type pictureForm struct {
	h       *Host
	choice  *keep.ExportChoice
	o       pictureOptions
	preview *canvas.Image
	draw    func(o pictureOptions, scale int) (*export.Drawing, error)
	alone   string // what a page without title, legend and notes shows
	name    func(ending string) string
}

// exportView asks what the picture is to look like, and then for its file. It is one
// of what has the keyboard, if that is a flame graph, else of the view.
func (w *window) exportView() {
	if w.callsFocused() && w.calls.flaming() && w.calls.shown != nil {
		w.exportFlame()
		return
	}
	f := w.newPictureForm()
	f.alone, f.name = "Timeline alone", w.exportName
	f.draw = func(o pictureOptions, scale int) (*export.Drawing, error) { return w.picture(o, scale).Draw(), nil }
	if w.s.Viewing() == keep.ViewMeasurement {
		f.alone, f.draw = "Charts alone", w.measurePictures()
	}
	f.present("Export view")
}

func (h *Host) newPictureForm() *pictureForm {
	f := &pictureForm{h: h, choice: &h.settings.Export, preview: canvas.NewImageFromImage(nil)}
	f.o.dark = h.look.Current().Dark
	f.preview.FillMode = canvas.ImageFillContain
	return f
}

// present opens the dialog, unless there is nothing to draw.
func (f *pictureForm) present(title string) {
	if _, err := f.draw(f.o, 1); err != nil {
		f.h.complain("Not exported", err)
		return
	}
	f.show()
	f.h.exportSheet(title, f.content(), f.export)
}

// show draws the preview; there is none of what cannot be drawn.
func (f *pictureForm) show() {
	f.preview.Image = nil
	if d, err := f.draw(f.o, 1); err == nil {
		f.preview.Image = d.Pixels()
	}
	f.preview.Refresh()
}

// content are the preview and the choices below it.
func (f *pictureForm) content() fyne.CanvasObject {
	span := kit.NewPicker([]string{"This window", "Selected range"}, []string{"window", "range"}, "window", func(v string) {
		f.o.marked = v == "range"
		f.show()
	})
	span.Enable(f.h.s.Marked().Len() > 0)
	colours := kit.NewPicker([]string{"Light", "Dark"}, []string{"light", "dark"}, f.theme(), func(v string) {
		f.o.dark = v == "dark"
		f.show()
	})
	around := kit.NewPicker([]string{"Title, legend and notes", f.alone}, []string{"false", "true"},
		strconv.FormatBool(f.choice.Plain), func(v string) {
			f.choice.Plain = v == "true"
			f.show()
		})
	spans := container.New(kit.RowLayout(10), span.Root)
	if span.Off {
		spans.Add(kit.NewCaption("No range is selected", kit.ColorText2))
	}
	kinds, scales := f.kinds()
	// The preview gives way to larger text, it does not grow with it.
	height := min(previewHeight, f.h.win.Canvas().Size().Height-kit.Scaled(previewOther))
	room := kit.Fixed{previewWidth / kit.TextScale(), max(height, 60) / kit.TextScale()}
	return container.New(kit.ColumnLayout(6),
		container.NewStack(kit.NewBox(kit.ColorWindow), container.New(kit.Insets{6, 6}, container.New(room, f.preview))),
		formRow("Format", kinds.Root), formRow("Pixels", scales.Root), formRow("Time", spans),
		formRow("Colours", colours.Root), formRow("Page", around.Root),
	)
}

func (f *pictureForm) theme() string {
	if f.o.dark {
		return "dark"
	}
	return "light"
}

// kinds are the choice of the kind of file, and that of the pixels of a PNG;
// the others have none.
func (f *pictureForm) kinds() (kinds, scales *kit.Picker) {
	var titles, numbers []string
	for i := range keep.MaxExportScale {
		numbers = append(numbers, strconv.Itoa(i+1))
		titles = append(titles, numbers[i]+"×")
	}
	scales = kit.NewPicker(titles, numbers, strconv.Itoa(f.choice.Scale), func(v string) {
		f.choice.Scale, _ = strconv.Atoi(v)
	})
	enable := func() { scales.Enable(f.choice.Picture == export.PNG.String()) }
	kinds = kit.NewPicker([]string{"PNG", "SVG", "PDF"}, keep.PictureKinds(), f.choice.Picture, func(v string) {
		f.choice.Picture = v
		enable()
	})
	enable()
	return kinds, scales
}

// export makes the picture and asks for its file.
func (f *pictureForm) export() {
	k, _ := export.KindOf("." + f.choice.Picture)
	scale := 1
	if k == export.PNG {
		scale = f.choice.Scale
	}
	d, err := f.draw(f.o, scale)
	if err != nil {
		f.h.complain("Not exported", err)
		return
	}
	f.h.exportAs(f.name(f.choice.Picture), func(out io.Writer) error { return d.Write(out, k) })
}
