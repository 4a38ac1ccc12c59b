package host

import (
	"io"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline/paint"
)

// PictureOptions are the choices of the dialog that are not kept in the settings.
type PictureOptions struct {
	Dark, Marked bool // dark colours; the selected range instead of the window
}

// Sizes of the preview, and the height of everything above and below it, in dp.
const previewWidth, previewHeight, previewOther = 560, 330, 362

// pictureForm asks what an exported picture should look like.
type pictureForm struct {
	h       *Host
	choice  *keep.ExportChoice
	o       PictureOptions
	preview *canvas.Image
	Draw    func(o PictureOptions, scale int) (*export.Drawing, error)
	Alone   string // what a page without title, legend and notes shows
	Name    func(ending string) string
}

// NewPictureForm is a form with the choices of the last export; its exported fields are still to be
// set.
func (h *Host) NewPictureForm() *pictureForm {
	f := &pictureForm{h: h, choice: &h.Settings.Export, preview: canvas.NewImageFromImage(nil)}
	f.o.Dark = h.Look.Current().Dark
	f.preview.FillMode = canvas.ImageFillContain
	return f
}

// Present opens the dialog, unless there is nothing to draw.
func (f *pictureForm) Present(title string) {
	if _, err := f.Draw(f.o, 1); err != nil {
		f.h.Complain("Not exported", err)
		return
	}
	f.show()
	f.h.ExportSheet(title, f.content(), f.export)
}

// show draws the preview, or leaves it empty if there is nothing to draw.
func (f *pictureForm) show() {
	f.preview.Image = nil
	if d, err := f.Draw(f.o, 1); err == nil {
		f.preview.Image = d.Pixels()
	}
	f.preview.Refresh()
}

// content is the preview and the choices below it.
func (f *pictureForm) content() fyne.CanvasObject {
	colours := kit.NewPicker([]string{"Light", "Dark"}, []string{"light", "dark"}, f.theme(), func(v string) {
		f.o.Dark = v == "dark"
		f.show()
	})
	around := kit.NewPicker([]string{"Title, legend and notes", f.Alone}, []string{"false", "true"},
		strconv.FormatBool(f.choice.Plain), func(v string) {
			f.choice.Plain = v == "true"
			f.show()
		})
	kinds, scales := f.kinds()
	// Larger text takes its room from the preview, which does not grow.
	height := min(previewHeight, f.h.Win.Canvas().Size().Height-kit.Scaled(previewOther))
	room := kit.Fixed{previewWidth / kit.TextScale(), max(height, 60) / kit.TextScale()}
	return container.New(kit.ColumnLayout(6),
		container.NewStack(kit.NewBox(kit.ColorWindow), container.New(kit.Insets{6, 6}, container.New(room, f.preview))),
		FormRow("Format", kinds.Root), FormRow("PNG scale", scales.Root), FormRow("Time", f.span()), FormRow("Processes", f.target()),
		FormRow("Colours", colours.Root), FormRow("Page", around.Root),
	)
}

// span is the choice between the window and the selected range or, without one, what is exported and
// how to export less.
func (f *pictureForm) span() fyne.CanvasObject {
	if f.h.Session.Marked().Len() == 0 {
		text := kit.NewLine("The whole time window; to export less, select a time range first", kit.ColorText2).Fitting()
		return container.New(kit.Stretch(spanHeight), kit.WithTip(text, f.h.Tips))
	}
	return kit.NewPicker([]string{"Time window", "Selected range"}, []string{"window", "range"}, "window", func(v string) {
		f.o.Marked = v == "range"
		f.show()
	}).Root
}

// target names the processes that the picture is about, and how to choose others.
func (f *pictureForm) target() fyne.CanvasObject {
	name := kit.NewLine(kit.ShortTitle(f.h.Session.TargetTitle()), theme.ColorNameForeground)
	how := kit.NewLine("To choose other processes: Analyze > Choose Target Process…", kit.ColorText2).Fitting()
	return container.New(kit.Stretch(spanHeight), container.New(kit.RowLayout(10), name, kit.WithTip(how, f.h.Tips)))
}

// spanHeight is the height of a row without buttons, dp.
const spanHeight = 26

func (f *pictureForm) theme() string {
	if f.o.Dark {
		return "dark"
	}
	return "light"
}

// kinds are the pickers for the kind of file and for the resolution of a PNG; other kinds have
// none.
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

// export draws the picture and asks for the file to save.
func (f *pictureForm) export() {
	k, _ := export.KindOf("." + f.choice.Picture)
	scale := 1
	if k == export.PNG {
		scale = f.choice.Scale
	}
	d, err := f.Draw(f.o, scale)
	if err != nil {
		f.h.Complain("Not exported", err)
		return
	}
	f.h.ExportAs(f.Name(f.choice.Picture), func(out io.Writer) error { return d.Write(out, k) })
}

// Chart is a chart of the window's time, or of the selected range, as wide as the picture.
func (h *Host) Chart(name string, o PictureOptions, scale int) *export.Chart {
	look := h.Look.Current()
	c := &export.Chart{
		Name: name, Title: h.Session.Source().Name, Trace: h.Session.Trace(), Clock: h.Session.Clock(),
		Palette: paint.NewPalette(o.Dark, look.Safe).WithPatterns(look.Patterns),
		Scale:   float32(scale), Width: h.PictureWidth(), Bare: h.Settings.Export.Plain,
		Scope: measure.Scope{
			Range: h.Session.Window(), Threads: h.chartThreads(name), Target: measure.Target{Procs: h.Session.Targets(), Why: "as chosen"},
			Percent: h.Session.Percent(), Counters: h.Session.Counters(),
		},
		Colours: h.Session.CoreColours(),
	}
	if name != clumpChart { // the clump timeline detects the clock whose ticks wake threads
		clock := h.Session.TickClock()
		c.Scope.Tick, c.Scope.Phase, c.Scope.PhaseGiven = clock.Tick, clock.Phase, h.Session.TickGiven()
	}
	if ix := h.Session.Selected().Thread; ix != model.NoThread {
		c.Followed = []model.ThreadIx{ix}
	}
	if p := h.Session.ReportPart(name); p != nil {
		p.Narrow(&c.Scope)
	}
	if r := h.Session.Marked(); o.Marked && r.Len() > 0 {
		c.Scope.Range = r
	}
	return c
}

// chartThreads are the threads that a chart covers: the same as in the view that shows it.
// Utilization and concurrency cover the target processes, the run queue all threads (nil). Other
// charts cover the threads that have a lane.
func (h *Host) chartThreads(name string) []model.ThreadIx {
	switch name {
	case "measurement", "concurrency":
		list := []model.ThreadIx{}
		for _, p := range h.Session.Targets() {
			list = append(list, h.Session.Trace().Processes[p].Threads...)
		}
		return list
	case "queue":
		return nil
	}
	return h.Session.VisibleThreads()
}

// clumpChart is the name of the clump timeline.
const clumpChart = "clumps"
