package view

import (
	"bytes"
	"image"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

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
			Enabled: w.isOpen, Run: w.exportTable,
		},
	}
	for i, ending := range keep.TableFormats() {
		f, _ := export.ParseFormat(ending)
		list = append(list, &kit.Command{
			ID: "copyAs." + ending, Title: tableTitles[i], Help: "Copy the table as " + tableTitles[i],
			Enabled: w.isOpen, Run: func() { w.copyTable(f) },
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
	w       *window
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

func (w *window) newPictureForm() *pictureForm {
	f := &pictureForm{w: w, choice: &w.settings.Export, preview: canvas.NewImageFromImage(nil)}
	f.o.dark = w.look.Current().Dark
	f.preview.FillMode = canvas.ImageFillContain
	return f
}

// present opens the dialog, unless there is nothing to draw.
func (f *pictureForm) present(title string) {
	if _, err := f.draw(f.o, 1); err != nil {
		f.w.complain("Not exported", err)
		return
	}
	f.show()
	f.w.exportSheet(title, f.content(), f.export)
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
	span.Enable(f.w.s.Marked().Len() > 0)
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
	height := min(previewHeight, f.w.win.Canvas().Size().Height-kit.Scaled(previewOther))
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
		f.w.complain("Not exported", err)
		return
	}
	f.w.exportAs(f.name(f.choice.Picture), func(out io.Writer) error { return d.Write(out, k) })
}

// exportSheet is a dialog that leads to a file.
func (w *window) exportSheet(title string, content fyne.CanvasObject, next func()) {
	d := dialog.NewCustomWithoutButtons(title, container.New(kit.Insets{12, 8}, content), w.win)
	cancel := kit.NewButton(kit.Bordered, "", "Cancel", d.Hide)
	export := kit.NewButton(kit.Primary, "", "Export…", func() {
		d.Hide()
		w.saveSettings()
		next()
	})
	d.SetButtons([]fyne.CanvasObject{cancel, export})
	w.present(d)
	w.win.Canvas().Focus(export)
}

// exportAs makes a file in memory, in the background, and then asks where it
// goes: no file is touched before there is something to write.
func (w *window) exportAs(name string, write func(io.Writer) error) {
	w.status.point("", "Exporting"+kit.Ellipsis)
	go func() {
		var b bytes.Buffer
		err := write(&b)
		fyne.Do(func() {
			w.status.point("", "")
			if err != nil {
				w.complain("Not exported", err)
				return
			}
			w.saveAs(name, b.Bytes())
		})
	}()
}

// saveAs asks for a file; the dialog asks again before one is replaced.
func (w *window) saveAs(name string, data []byte) {
	d := dialog.NewFileSave(func(f fyne.URIWriteCloser, err error) {
		switch {
		case err != nil:
			w.complain("Not exported", err)
		case f != nil:
			w.save(f, data)
		}
	}, w.win)
	d.SetFileName(name)
	d.SetLocation(w.folder())
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(860, size.Width-80), min(600, size.Height-80)))
	w.present(d)
}

// save writes a file and keeps its folder for the next.
func (w *window) save(f fyne.URIWriteCloser, data []byte) {
	_, err := f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		w.complain("Not exported", err)
		return
	}
	w.settings.LastFolder = filepath.Dir(f.URI().Path())
	w.saveSettings()
	// Not at once: where the dialog was, the pointer now enters the picture, and
	// the status line tells what is there.
	kit.NewCoalescer(paneDelay, func() {
		w.status.point("", "Exported "+timeline.Printable(f.URI().Name()))
		w.settled()
	}).Soon()
}

// complain says what did not work.
func (w *window) complain(title string, err error) {
	page := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(timeline.Printable(strings.TrimSpace(kit.Sentence(err))), w.textRoom(420, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	w.sheet(title, container.New(kit.Insets{12, 4}, page), 480, 200)
}
