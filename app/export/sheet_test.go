package export_test

import (
	"fmt"
	"image/color"
	"regexp"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// noteWords are the words of the note below the pictures of the trace with losses.
const noteWords = "Partial trace. 1\u2009874 events were lost on CPU 0, 60.000 – 65.000 ms. Unknown time is hatched; totals that include it are lower bounds, marked “≥”."

// TestNotesAreWrapped: a note is split into lines between words, each as long as fits between the
// margins of the page, in a separate band below everything drawn.
func TestNotesAreWrapped(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		for _, width := range []float32{240, 320, 900} {
			p := pictures(t)["lossy"]
			o := export.Threads{Trace: p.Scene.Trace, Palette: paint.NewPalette(false, false), Scale: scale, Width: width}
			p.Scene = o.Scene()
			page := p.Page()
			body, between := paint.NewFace(false, p.Scene.Metrics.Body*scale), int((width-2*16)*scale)
			want := lines(noteWords, body, between)
			var got []string
			top, low := 0, 0
			for _, it := range page.Items {
				switch {
				case it.Kind == paint.ItemRect && rgba(it.Color) == p.Scene.Palette.WarnBack:
					top, low = it.Rect.Min.Y, it.Rect.Max.Y
				case it.Kind == paint.ItemText && rgba(it.Color) == p.Scene.Palette.WarnText:
					if it.X != int(16*scale) || it.Rect.Max.X > int((width-16)*scale)+1 || it.Rect.Min.Y < top || it.Rect.Max.Y > low {
						t.Errorf("%v wide: %q at %v, the note lies from %d to %d", width, it.Text, it.Rect, top, low)
					}
					got = append(got, it.Text)
					top = it.Rect.Max.Y // of the next line
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%v wide: the note is %q, want %q", width, got, want)
			}
			if page.Size.Y != low {
				t.Errorf("%v wide: the page ends at %d, its note at %d", width, page.Size.Y, low)
			}
		}
	}
}

// lines are a text wrapped so that each line takes all words that fit.
func lines(text string, face *paint.Face, width int) (list []string) {
	for _, w := range strings.Split(text, " ") {
		if n := len(list); n > 0 && face.Width(list[n-1]+" "+w) <= width {
			list[n-1] += " " + w
		} else {
			list = append(list, w)
		}
	}
	return list
}

var placed = regexp.MustCompile(`<text textLength="([^"]+)" [^>]* x="([^"]+)" [^>]*font-size:([^p]+)px[^>]*>([^<]*)</text>`)

// TestChartNotesStayInside: text below the plots of a chart ends before the margin of the page,
// even where that is narrow.
func TestChartNotesStayInside(t *testing.T) {
	c := charts(t)["clumps"]
	c.Trace, c.Scope.Tick = clumped(t, 8, 2, 4, 1), 10e6
	notes := strings.Join(reportOf(t, c, "clumps").Notes, " ")
	for _, width := range []float32{360, 900} {
		c.Width = width
		words := 0
		for _, m := range placed.FindAllStringSubmatch(string(chartFile(t, c, export.SVG)), -1) {
			var length, x float64
			if _, err := fmt.Sscan(m[1]+" "+m[2], &length, &x); err != nil {
				t.Fatal(err)
			}
			if x == 16 && strings.Contains(notes, m[4]) {
				words += len(strings.Fields(m[4]))
				if x+length > float64(width)-16+0.5 {
					t.Errorf("%v wide: %q ends at %v", width, m[4], x+length)
				}
			}
		}
		if words < 12 {
			t.Errorf("%v wide: only %d words of %q", width, words, notes)
		}
	}
}

// TestNoteOfWhatIsWhole: below the picture of a complete trace there is no note.
func TestNoteOfWhatIsWhole(t *testing.T) {
	if note := export.PictureNote(example(t)); note != "" {
		t.Errorf("the worked example has the note %q", note)
	}
	if note := export.PictureNote(modeltest.Parse(t, "loss.tltxt", loss)); note != noteWords {
		t.Errorf("%q, want %q", note, noteWords)
	}
}

// rgba is an opaque colour of an item.
func rgba(c color.NRGBA) color.RGBA { return color.RGBA(c) }

// TestNoteCountsWhatIsLeftOut: a note has two sentences and states how many more there are.
func TestNoteCountsWhatIsLeftOut(t *testing.T) {
	const head = "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nprocess 10 \"app\" target\n"
	const events = "0us cpu0 switch idle 11 preempt\n10us cpu0 wake 12\n20us cpu0 switch 11 12 wait linux=S\n"
	for n, want := range []string{"", "Partial trace. Lack 0.", "Partial trace. Lack 0. Lack 1.", "Partial trace. Lack 0. Lack 1. 1 more issue.", "Partial trace. Lack 0. Lack 1. 2 more issues."} {
		text := head
		for i := range n {
			text += fmt.Sprintf("diagnostic warning x%d \"lack %d\"\n", i, i)
		}
		if got := export.PictureNote(modeltest.Parse(t, "x", text+events)); !strings.HasSuffix(got, want) || (want == "") != (!strings.Contains(got, "Partial")) {
			t.Errorf("%d diagnostics: %q, want %q", n, got, want)
		}
	}
}
