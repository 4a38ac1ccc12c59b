package export

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"

	"threadlens/timeline/paint"
)

// TestSubset keeps the outlines and widths of the requested characters, including composed ones,
// and nothing else.
func TestSubset(t *testing.T) {
	for face := range numTypefaces {
		whole := wholeFonts()[face]
		keep := map[rune]bool{'A': true, 'ä': true, 'µ': true, ' ': true}
		data, err := subset(fontFile(face), whole, keep)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > len(fontFile(face))/4 {
			t.Errorf("font %d: %d of %d bytes", face, len(data), len(fontFile(face)))
		}
		part, err := sfnt.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range "Aäµ xé" {
			a, wa := glyphOf(t, whole, r)
			b, wb := glyphOf(t, part, r)
			if wa != wb || keep[r] != slices.Equal(a, b) {
				t.Errorf("font %d: %q: widths %d and %d, outlines equal: %v", face, r, wa, wb, slices.Equal(a, b))
			}
		}
	}
}

// TestSubsetOfComposed: each composed letter has all its parts in a subset with only that letter.
func TestSubsetOfComposed(t *testing.T) {
	whole := wholeFonts()[regular]
	for r := rune(0xC0); r < 0x1F0; r += 5 {
		data, err := subset(fontFile(regular), whole, map[rune]bool{r: true})
		if err != nil {
			t.Fatal(err)
		}
		part, err := sfnt.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := glyphOf(t, whole, r)
		if got, _ := glyphOf(t, part, r); !slices.Equal(got, want) {
			t.Errorf("%q has %d of %d lines", r, len(got), len(want))
		}
	}
}

func glyphOf(t *testing.T, f *sfnt.Font, r rune) (sfnt.Segments, int) {
	t.Helper()
	var buf sfnt.Buffer
	g, err := f.GlyphIndex(&buf, r)
	if err != nil || g == 0 {
		t.Fatalf("no glyph of %q: %v", r, err)
	}
	width, err := f.GlyphAdvance(&buf, g, 1000, font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.LoadGlyph(&buf, g, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(s), int(width)
}

func TestSubsetOfWhatIsNoFont(t *testing.T) {
	whole := fontFile(regular)
	for _, data := range [][]byte{nil, []byte("not a font at all"), whole[:100], whole[:len(whole)/2]} {
		if _, err := subset(data, wholeFonts()[regular], nil); err == nil {
			t.Errorf("%d bytes: no error", len(data))
		}
	}
}

func TestTextRuns(t *testing.T) {
	face := paint.NewFace(false, 13)
	advance := func(s string) (w float64) {
		for _, r := range s {
			a, _ := face.Advance(r)
			w += a
		}
		return w
	}
	for text, want := range map[string][]string{
		"":            nil,
		" ":           nil,
		"one two":     {"one two"},
		" a  b ":      {"a", "b"},
		"≥ 12 ms":     {"≥", "12 ms"},
		"a ≥b":        {"a", "≥", "b"},
		"7\u2009611":  {"7\u2009611"},
		"a b   c d e": {"a b", "c d e"},
	} {
		var got []string
		at := 0
		for _, run := range textRuns(&paint.Item{Face: face, Text: text, X: 10}) {
			got = append(got, run.text)
			for text[at:at+len(run.text)] != run.text {
				at++
			}
			if x, w := 10+advance(text[:at]), advance(run.text); run.x != x || run.width != w {
				t.Errorf("%q: %q begins at %v, %v wide, want %v and %v", text, run.text, run.x, run.width, x, w)
			}
			at += len(run.text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}
