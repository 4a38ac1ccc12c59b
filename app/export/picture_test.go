package export_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

const loss = `threadlens-trace 1
cpus 2
span 0ns 100ms
os linux
process 10 "work & <play>" target
thread 11 pid=10 name="main"
thread 12 pid=10 name="работник"
0us cpu0 switch idle 11 preempt
20ms cpu0 switch 11 12 wait linux=S
40ms cpu0 wake 11 ctx=timer
45ms cpu0 switch 12 11 preempt
60ms cpu0 loss 65ms n=1874
70ms cpu0 switch 11 idle wait linux=S
`

func example(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "7a.tltxt", string(src))
}

// pictures are the worked example in both themes, and a trace with losses whose rows are cut at the
// top.
func pictures(t *testing.T) map[string]*export.Picture {
	light := export.Threads{
		Trace: example(t), Range: model.Range{From: 0, To: 300e6}, Width: 900, Height: 400, Scale: 1,
		Palette: paint.NewPalette(false, false),
	}
	dark := light
	dark.Palette, dark.Scale, dark.Height = paint.NewPalette(true, true), 2, 0
	lossy := light
	lossy.Trace, lossy.Range = modeltest.Parse(t, "loss.tltxt", loss), model.Range{}
	list := map[string]*export.Picture{}
	for name, o := range map[string]export.Threads{"light": light, "dark": dark, "lossy": lossy} {
		list[name] = &export.Picture{Title: o.Trace.Info.File, Scene: o.Scene()}
	}
	list["lossy"].Scene.ScrollY = 37
	return list
}

func written(t *testing.T, p *export.Picture, k export.Kind) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b, k); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreTheSameEachTime(t *testing.T) {
	for name, p := range pictures(t) {
		for _, k := range []export.Kind{export.PNG, export.SVG, export.PDF} {
			if !bytes.Equal(written(t, p, k), written(t, p, k)) {
				t.Errorf("%s: drawn twice, two files of kind %s", name, k)
			}
		}
	}
}

// TestPNGHoldsTheFrame finds the frame, pixel for pixel, inside the page.
func TestPNGHoldsTheFrame(t *testing.T) {
	for name, p := range pictures(t) {
		img, err := png.Decode(bytes.NewReader(written(t, p, export.PNG)))
		if err != nil {
			t.Fatal(err)
		}
		frame := image.NewRGBA(image.Rectangle{Max: p.Scene.Size})
		new(timeline.Painter).Frame(&p.Scene, frame)
		top := p.Scene.Metrics.Px(37)
		for y := range frame.Rect.Dy() {
			for x := range frame.Rect.Dx() {
				if got := color.RGBAModel.Convert(img.At(x, y+top)); got != frame.At(x, y) {
					t.Fatalf("%s: at %d,%d: %v, want %v", name, x, y, got, frame.At(x, y))
				}
			}
		}
		seen := count(img)
		look := p.Scene.Palette.Category(model.Execution)
		if seen[look.Fill] < 500 || seen[look.Edge] < 100 || img.Bounds().Dy() <= frame.Rect.Dy()+top {
			t.Errorf("%s: %d pixels of execution, %d of its edge, %v", name, seen[look.Fill], seen[look.Edge], img.Bounds())
		}
	}
}

// count counts the pixels of each colour.
func count(img image.Image) map[color.RGBA]int {
	seen := map[color.RGBA]int{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			seen[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)]++
		}
	}
	return seen
}

// shapes records the contents of a page.
type shapes struct {
	rects []string
	words map[string]bool
}

func (s *shapes) Rect(r image.Rectangle, c color.NRGBA) {
	s.rects = append(s.rects, describe(r, c))
}

func (s *shapes) Fill([][]paint.Point, color.NRGBA) {}

func (s *shapes) Text(it *paint.Item) {
	for _, w := range strings.Fields(it.Text) {
		s.words[w] = true
	}
}

func describe(r image.Rectangle, c color.NRGBA) string {
	return fmt.Sprintf("%v #%02X%02X%02X %.2f", r, c.R, c.G, c.B, float64(c.A)/255)
}

func shapesOf(p *export.Picture) shapes {
	s := shapes{words: map[string]bool{}}
	paint.Vector(p.Page(), &s)
	return s
}

// TestSVGHasTheRectangles parses the file and compares its rectangles, with
// their colours, with those of the display list, in paint order.
func TestSVGHasTheRectangles(t *testing.T) {
	for name, p := range pictures(t) {
		want := shapesOf(p)
		rects, text := parseSVG(t, written(t, p, export.SVG), p.Page().Size.Y)
		if diff := cmp.Diff(want.rects, rects); diff != "" {
			t.Errorf("%s: rectangles (-display list +SVG)\n%.2000s", name, diff)
		}
		if len(rects) < 100 {
			t.Errorf("%s: only %d rectangles", name, len(rects))
		}
		for _, word := range []string{"Execution", "Synchronization", "Threads", "profile", filepath.Base(p.Title)} {
			if !strings.Contains(text, word) {
				t.Errorf("%s: no word %q", name, word)
			}
		}
	}
}

// parseSVG returns the rectangles on whole pixels of a page of that height, and all its text.
func parseSVG(t *testing.T, data []byte, height int) (rects []string, text string) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(data))
	inText, font, width := false, "", ""
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return rects, text
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			if inText {
				font, width = attr["style"], attr["textLength"]
			}
			if r, ok := rectangle(attr["d"], height); ok {
				rects = append(rects, describe(r, fill(t, attr["style"])))
			}
		case xml.CharData:
			if inText {
				text += string(e) + "\n"
				checkWidth(t, string(e), font, width)
			}
		case xml.EndElement:
			inText = false
		}
	}
}

// checkWidth compares the width of a text in the file with that of its face.
func checkWidth(t *testing.T, text, style, width string) {
	t.Helper()
	_, size, _ := strings.Cut(style, "font-size:")
	size, _, _ = strings.Cut(size, "px")
	var px, told float64
	if _, err := fmt.Sscan(size, &px); err != nil {
		t.Fatalf("%q: style %q: %v", text, style, err)
	}
	if _, err := fmt.Sscan(width, &told); err != nil {
		t.Fatalf("%q: width %q: %v", text, width, err)
	}
	face := paint.NewFace(strings.Contains(style, "font-weight:bold"), float32(px))
	if w := float64(face.Width(text)); told > w+0.01 || told < w-1 {
		t.Errorf("%q: %v wide, want %v", text, told, w)
	}
}

// rectangle reads the outline of a rectangle on whole pixels.
func rectangle(d string, height int) (r image.Rectangle, ok bool) {
	var x [4]int
	var y [4]int
	n, err := fmt.Sscanf(d, "M%d,%dL%d,%dL%d,%dL%d,%dZ", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2], &x[3], &y[3])
	whole := fmt.Sprintf("M%d,%dL%d,%dL%d,%dL%d,%dZ", x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3])
	if err != nil || n != 8 || whole != d || x[0] != x[3] || x[1] != x[2] || y[0] != y[1] || y[2] != y[3] {
		return r, false
	}
	return image.Rect(x[0], height-y[0], x[2], height-y[2]), true
}

// fill reads the colour of a style, black and opaque by default.
func fill(t *testing.T, style string) color.NRGBA {
	t.Helper()
	c := color.NRGBA{A: 255}
	for _, s := range strings.Split(style, ";") {
		switch key, value, _ := strings.Cut(s, ":"); key {
		case "fill":
			if _, err := fmt.Sscanf(value, "#%02X%02X%02X", &c.R, &c.G, &c.B); err != nil {
				t.Fatalf("%s: %v", style, err)
			}
		case "fill-opacity":
			var o float64
			if _, err := fmt.Sscan(value, &o); err != nil {
				t.Fatalf("%s: %v", style, err)
			}
			c.A = uint8(o*255 + 0.5)
		}
	}
	return c
}

// TestPDFHasTheWords reads every word of the page from the file with another program.
func TestPDFHasTheWords(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed (package poppler-utils)")
	}
	for name, p := range pictures(t) {
		path := filepath.Join(t.TempDir(), "page.pdf")
		if err := os.WriteFile(path, written(t, p, export.PDF), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(tool, "-layout", path, "-").CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		var missing []string
		for w := range shapesOf(p).words {
			if !strings.Contains(string(out), w) {
				missing = append(missing, w)
			}
		}
		slices.Sort(missing)
		if len(missing) > 0 || !strings.Contains(string(out), "Synchronization") {
			t.Errorf("%s: %q are missing in\n%s", name, missing, out)
		}
	}
}

// TestPageSaysWhatIsMissing checks the note and the marks of lower bounds.
func TestPageSaysWhatIsMissing(t *testing.T) {
	list := pictures(t)
	for name, want := range map[string]bool{"light": false, "lossy": true} {
		var b strings.Builder
		for _, it := range list[name].Page().Items {
			b.WriteString(it.Text + "\n")
		}
		for _, s := range []string{"Partial trace.", "1\u2009874 events were lost on CPU 0", "≥ ", "Rows 2 – 3 of 3"} {
			if strings.Contains(b.String(), s) != want {
				t.Errorf("%s: %q is there: %v", name, s, !want)
			}
		}
		times := regexp.MustCompile(`(?m)^≥ [0-9.]+ m?s$`).FindAllString(b.String(), -1)
		shares := regexp.MustCompile(`(?m)^≥ [0-9.]+%$`).FindAllString(b.String(), -1)
		if len(times) != len(shares) || len(times) > 0 != want {
			t.Errorf("%s: lower bounds of times %q, of shares %q", name, times, shares)
		}
	}
}

func TestBarePictureIsTheFrame(t *testing.T) {
	p := pictures(t)["light"]
	p.Bare = true
	if got := p.Page().Size; got != p.Scene.Size {
		t.Errorf("the page is %v, want %v", got, p.Scene.Size)
	}
}

// TestOnlySomeThreads shows a thread of a process other than the target.
func TestOnlySomeThreads(t *testing.T) {
	tr := example(t)
	for ix := range tr.Threads {
		if tr.Threads[ix].Idle || tr.Threads[ix].Len() < 2 {
			continue
		}
		only := []model.ThreadIx{model.ThreadIx(ix)}
		s := export.Threads{Trace: tr, Only: only, Width: 600, Scale: 1, Palette: paint.NewPalette(false, false)}.Scene()
		if got := s.Rows.Visible(); !slices.Equal(got, only) {
			t.Errorf("%s: lanes of %v", tr.Threads[ix].Key(), got)
		}
		if s.Size.Y != s.Rows.Height()+86 {
			t.Errorf("the picture is %d high, its rows %d", s.Size.Y, s.Rows.Height())
		}
	}
}

// textsOf are the texts of a page, and their places.
func textsOf(p *export.Picture) map[string]image.Rectangle {
	list := map[string]image.Rectangle{}
	for _, it := range p.Page().Items {
		if it.Kind == paint.ItemText {
			list[it.Text] = it.Rect
		}
	}
	return list
}

// TestPageTellsItsRows: the legend states how many threads it covers, and which rows are cut off at
// either end; its entries are in columns, row by row.
func TestPageTellsItsRows(t *testing.T) {
	o := export.Threads{Trace: modeltest.Parse(t, "loss.tltxt", loss), Width: 900, Scale: 1, Palette: paint.NewPalette(false, false)}
	for _, c := range []struct {
		only          []model.ThreadIx
		height        float32
		scroll        int
		threads, rows string
	}{
		{nil, 0, 0, "2 threads", ""},
		{[]model.ThreadIx{1}, 0, 0, "1 thread", ""},
		{nil, 86 + 50, 0, "2 threads", "Rows 1 – 2 of 3"},
		{nil, 0, 37, "2 threads", "Rows 2 – 3 of 3"},
	} {
		o.Only, o.Height = c.only, c.height
		p := &export.Picture{Title: "loss", Scene: o.Scene()}
		p.Scene.ScrollY = c.scroll
		texts := textsOf(p)
		found, cut := false, ""
		for s := range texts {
			found = found || strings.HasPrefix(s, c.threads+" · ")
			if strings.HasPrefix(s, "Rows ") {
				cut = s
			}
		}
		if !found || cut != c.rows {
			t.Errorf("%v, %v high: rows %q, want %q; no %q in %v", c.only, c.height, cut, c.rows, c.threads, texts)
		}
		first := texts[timeline.LegendOrder()[0].Title()].Min
		for i, category := range timeline.LegendOrder() {
			title := category.Title()
			if _, ok := texts[title]; !ok {
				title += ", not recorded"
			}
			if got, want := texts[title].Min, first.Add(image.Pt(i%2*(900-32)/2, i/2*22)); got != want {
				t.Errorf("%q stands at %v, want %v", title, got, want)
			}
		}
	}
}

// TestPictureOfUseNamesTheTarget: the picture of the CPU use says whose it is; that of threads shows
// their processes anyway.
func TestPictureOfUseNamesTheTarget(t *testing.T) {
	o := export.Threads{Trace: example(t), Width: 900, Scale: 1, Palette: paint.NewPalette(false, false)}
	o.Targets = o.Trace.Targets()
	for want, scene := range map[string]timeline.Scene{"7a · This process: ThreadContentionGenerator.exe (pid 1396)": o.Use(timeline.OfMachine), "7a": o.Scene()} {
		texts := textsOf(&export.Picture{Title: "7a", Scene: scene, Targets: o.Targets})
		if _, ok := texts[want]; !ok {
			t.Errorf("no %q in %v", want, slices.Sorted(maps.Keys(texts)))
		}
	}
}

// TestPictureMarksTheSelection: the marked range has its edges inside, the selected segment a ring
// around it, and the arrow comes from who ended it.
func TestPictureMarksTheSelection(t *testing.T) {
	const above, below = 41, 42
	tr := modeltest.Parse(t, "wakes.tltxt", `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 "app" target
thread 41 pid=10
thread 42 pid=10
0ms cpu0 switch idle 41 preempt
0ms cpu1 switch idle 42 preempt
10ms cpu0 switch 41 idle wait linux=S
30ms cpu1 wake 41 to=0
30ms cpu0 switch idle 41 preempt
50ms cpu1 switch 42 idle wait linux=S
70ms cpu0 wake 42 to=1
70ms cpu1 switch idle 42 preempt
`)
	for _, c := range []struct {
		tid      model.TID
		at       model.Time
		from, to model.Time
	}{{above, 20e6, 10e6, 30e6}, {below, 60e6, 50e6, 70e6}} {
		p := &export.Picture{Scene: export.Threads{Trace: tr, Width: 900, Scale: 1, Palette: paint.NewPalette(false, false)}.Scene(), Bare: true}
		p.Marked = model.Range{From: 10e6, To: 60e6}
		s := &p.Scene
		var rows [2]image.Rectangle
		for ix := range tr.Threads {
			if row, ok := s.Rows.OfThread(model.ThreadIx(ix)); ok && !tr.Threads[ix].Idle {
				rows[tr.Threads[ix].TID-above] = s.RowRect(row)
			}
			if seg, ok := tr.SegmentAt(model.ThreadIx(ix), c.at); ok && tr.Threads[ix].TID == c.tid {
				s.Selected = timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index}
			}
		}
		x := func(at model.Time) int { return s.LaneArea().Min.X + s.View.X(at) }
		tint, lines, ring, arrow := checkOver(t, p)
		area := s.LaneArea()
		if want := image.Rect(x(10e6), area.Min.Y, x(60e6), area.Max.Y); tint != want ||
			!slices.Equal(lines, []image.Rectangle{
				image.Rect(want.Min.X, want.Min.Y, want.Min.X+2, want.Max.Y), image.Rect(want.Max.X-2, want.Min.Y, want.Max.X, want.Max.Y),
			}) {
			t.Errorf("%d: tinted %v with edges %v, want %v", c.tid, tint, lines, want)
		}
		seg, _ := s.SegmentRect(s.Selected)
		if want := seg.Inset(-2); seg.Min.X != x(c.from) || seg.Max.X != x(c.to) || ring != want {
			t.Errorf("%d: the ring is %v, want %v around %v", c.tid, ring, want, seg)
		}
		kind := paint.ItemUp
		if c.tid == below == (rows[0].Min.Y < rows[1].Min.Y) {
			kind = paint.ItemDown
		}
		if arrow != kind {
			t.Errorf("%d: the arrow points %v, want %v; rows at %v", c.tid, arrow, kind, rows)
		}
	}
}

// checkOver is what a page has over its lanes: the tint of a range and its edges, the bounds of the
// ring, and the arrow.
func checkOver(t *testing.T, p *export.Picture) (tint image.Rectangle, edges []image.Rectangle, ring image.Rectangle, arrow paint.ItemKind) {
	t.Helper()
	look, sides := p.Scene.Palette, 0
	soft := color.NRGBA(look.Accent)
	soft.A = 26
	for _, it := range p.Page().Items {
		opaque := it.Color.A == 255
		switch {
		case it.Kind == paint.ItemUp || it.Kind == paint.ItemDown:
			arrow = it.Kind
		case it.Kind != paint.ItemRect || it.Rect.Min.Y < p.Scene.LaneArea().Min.Y:
		case opaque && rgba(it.Color) == look.Accent:
			edges = append(edges, it.Rect)
		case it.Color == soft:
			tint = it.Rect
		case opaque && rgba(it.Color) == look.Ink && !tint.Empty() && sides < 4:
			ring = ring.Union(it.Rect)
			sides++
		}
	}
	return tint, edges, ring, arrow
}

// TestHeightsOfPictures: by default a picture has room for all its rows up to a limit, that of the
// CPU use for its chart.
func TestHeightsOfPictures(t *testing.T) {
	o := export.Threads{Trace: manyProcessors(t, 200), Width: 900, Scale: 2, Palette: paint.NewPalette(false, false)}
	s := o.Scene()
	if s.Size.Y != 2*5000 || s.Rows.Height() < 2*5000 {
		t.Errorf("%d of %d pixels of rows, want 10000", s.Size.Y, s.Rows.Height())
	}
	if s = o.Use(timeline.OfMachine); s.Size.Y != 2*(86+480) {
		t.Errorf("the picture of the CPU use is %d high, want %d", s.Size.Y, 2*(86+480))
	}
}

// TestPDFLooksLikeThePNG draws the documents with another program: they look like the pictures,
// except for the edges of letters.
func TestPDFLooksLikeThePNG(t *testing.T) {
	tool, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Skip("pdftoppm is not installed (package poppler-utils)")
	}
	cut := pictures(t)["lossy"]
	cut.Scene.View.Range = model.Range{From: 21e6, To: 24e6}
	c := charts(t)["queue"]
	for name, files := range map[string][2][]byte{
		"picture": {written(t, pictures(t)["light"], export.PNG), written(t, pictures(t)["light"], export.PDF)},
		"cut":     {written(t, cut, export.PNG), written(t, cut, export.PDF)},
		"chart":   {chartFile(t, c, export.PNG), chartFile(t, c, export.PDF)},
	} {
		want, err := png.Decode(bytes.NewReader(files[0]))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "page")
		if err := os.WriteFile(path+".pdf", files[1], 0o600); err != nil {
			t.Fatal(err)
		}
		size := want.Bounds().Size()
		if out, err := exec.Command(tool, "-png", "-singlefile", "-scale-to-x", fmt.Sprint(size.X), "-scale-to-y", fmt.Sprint(size.Y), path+".pdf", path).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		data, err := os.ReadFile(path + ".png")
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil || got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v, %v, want %v", name, err, got.Bounds(), want.Bounds())
		}
		other := 0
		for y := range size.Y {
			for x := range size.X {
				r0, g0, b0, _ := want.At(x, y).RGBA()
				r1, g1, b1, _ := got.At(x, y).RGBA()
				if max(apart(r0, r1), apart(g0, g1), apart(b0, b1)) > 48 {
					other++
				}
			}
		}
		if all := size.X * size.Y; 100*other > all {
			t.Errorf("%s: %d of %d pixels are other ones", name, other, all)
		}
	}
}
