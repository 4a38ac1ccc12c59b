package export_test

import (
	"bytes"
	"slices"
	"testing"

	"threadlens/app/export"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// TestUtilizationPicture: the picture has the title, the chart and, in its gutter,
// the figures that the report has of the same window, in the unit asked for.
func TestUtilizationPicture(t *testing.T) {
	tr := example(t)
	use, err := analysis.Utilization(tr, tr.Whole(), tr.End, analysis.Target{Procs: tr.Targets()})
	if err != nil || len(use) != 1 {
		t.Fatal(use, err)
	}
	look := export.Threads{Trace: tr, Palette: timeline.NewPalette(false, false), Scale: 1, Width: 900}
	for of, unit := range []string{"Percent of the machine", "Percent of one core", "In cores"} {
		p := export.Picture{Title: "7a", Scene: look.Utilization(timeline.PercentOf(of))}
		share := timeline.FormatUse(use[0].Target, tr.End, 2, timeline.PercentOf(of))
		texts := textsOf(p.Page())
		for _, want := range []string{"7a", unit, share, "This process"} {
			if !slices.Contains(texts, want) {
				t.Errorf("no %q in %q", want, texts)
			}
		}
		if slices.Contains(texts, "Visible timeline profile") {
			t.Error("the chart has the legend of threads")
		}
		if p.Scene.Size.Y != 540 {
			t.Errorf("the chart is %d high", p.Scene.Size.Y)
		}
		for _, kind := range []export.Kind{export.PNG, export.SVG, export.PDF} {
			var a, b bytes.Buffer
			if p.Write(&a, kind) != nil || p.Write(&b, kind) != nil || a.Len() < 1000 || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s: %d and %d bytes", kind, a.Len(), b.Len())
			}
		}
	}
}

// textsOf are the texts of a page.
func textsOf(page *timeline.DisplayList) (texts []string) {
	for i := range page.Items {
		if page.Items[i].Kind == timeline.ItemText {
			texts = append(texts, page.Items[i].Text)
		}
	}
	return texts
}
