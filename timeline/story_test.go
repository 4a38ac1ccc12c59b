package timeline

import (
	"context"
	"image"
	"os"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// story is testdata/story.tltxt.
func story(t testing.TB) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story.tltxt", string(src))
}

// storyScene shows all of the story in a small picture.
func storyScene(t testing.TB, width, height int, m Metrics) *Scene {
	t.Helper()
	tr := story(t)
	s := &Scene{
		Trace: tr, Summary: NewSummary(tr), Utilization: NewUtilization(tr, tr.Targets()),
		Rows: BuildRows(tr, RowsOptions{}, m), Size: image.Pt(width, height),
		Palette: NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1,
		Selected: NoSegment, QuietBackdrops: true, Grid: true,
	}
	if err := s.Summary.Build(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	s.View = Viewport{tr.Whole(), LaneWidth(width, s.Parts, m)}
	return s
}

// thread finds a thread of the story.
func thread(t testing.TB, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for ix := range tr.Threads {
		if tr.Threads[ix].TID == tid {
			return model.ThreadIx(ix)
		}
	}
	t.Fatalf("no thread %d", tid)
	return 0
}
