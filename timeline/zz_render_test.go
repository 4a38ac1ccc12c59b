package timeline_test

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/model"
	. "threadlens/timeline"
)

// TL_FILE TL_OUT TL_RANGE=from-to(ms) TL_DARK TL_SIZE=1600x600 TL_SCALE TL_LANES TL_SEL=row,x TL_SCROLL
func TestZZRender(t *testing.T) {
	file := os.Getenv("TL_FILE")
	if file == "" {
		t.Skip()
	}
	tr, err := ingest.Load(context.Background(), file, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, h := 1600, 620
	if s := os.Getenv("TL_SIZE"); s != "" {
		fmt.Sscanf(s, "%dx%d", &w, &h)
	}
	scale := float32(1)
	if s := os.Getenv("TL_SCALE"); s != "" {
		f, _ := strconv.ParseFloat(s, 32)
		scale = float32(f)
	}
	lanes, _ := strconv.Atoi(os.Getenv("TL_LANES"))
	m := NewMetrics(LaneSize(lanes), scale, 1)
	sum := NewSummary(tr)
	if os.Getenv("TL_NOSUM") == "" {
		sum.Build(context.Background(), 2, nil)
	}
	rows := BuildRows(tr, RowsOptions{}, m)
	s := &Scene{
		Trace: tr, Summary: sum, Rows: rows, Size: image.Pt(w, h), Palette: NewPalette(os.Getenv("TL_DARK") != "", os.Getenv("TL_SAFE") != ""),
		Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment, QuietBackdrops: true, Grid: true,
		Utilization: NewUtilization(tr, DefaultTargets(tr)),
	}
	s.View = Viewport{tr.Whole(), LaneWidth(w, s.Parts, m)}
	if r := os.Getenv("TL_RANGE"); r != "" {
		var a, b float64
		fmt.Sscanf(strings.ReplaceAll(r, "-", " "), "%f %f", &a, &b)
		s.View = s.View.Fit(model.Range{From: model.Time(a * 1e6), To: model.Time(b * 1e6)}, tr.Whole())
	}
	s.ScrollY, _ = strconv.Atoi(os.Getenv("TL_SCROLL"))
	s.Row = 2
	img := image.NewRGBA(image.Rectangle{Max: s.Size})
	p := new(Painter)
	p.Frame(s, img)
	out, _ := os.Create(os.Getenv("TL_OUT"))
	png.Encode(out, img)
	out.Close()
	fmt.Println("rows", len(rows.List), "end", tr.End, "procs", len(tr.Processes), "losses", len(tr.Losses))
}
