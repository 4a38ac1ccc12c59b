package export_test

import (
	"bytes"
	"encoding/base64"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"threadlens/app/export"
	"threadlens/assets/fonts"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

var (
	fontFace = regexp.MustCompile(`font-family:"([^"]+)";\s*font-variant:\w+;font-weight:(\w+);[^{}]*base64,([^)]+)\)`)
	textFace = regexp.MustCompile(`<text [^>]*font-family:([^;]+);[^>]*font-weight:(\w+);[^>]*>([^<]*)</text>`)
)

// TestSVGFontsHaveTheTexts: an SVG file contains the outline of each of its characters, in the font
// of the text, so that it looks the same everywhere; and it has no unused ones.
func TestSVGFontsHaveTheTexts(t *testing.T) {
	files := map[string][]byte{}
	for name, p := range pictures(t) {
		files["picture "+name] = written(t, p, export.SVG)
	}
	for name, c := range charts(t) {
		files["chart "+name] = chartFile(t, c, export.SVG)
	}
	whole := map[string]*sfnt.Font{}
	for i, data := range [][]byte{fonts.Regular, fonts.Bold, fonts.Mono} {
		whole[[]string{"Noto Sans normal", "Noto Sans bold", "DejaVu Sans Mono for Powerline normal"}[i]] = parsedFont(t, data)
	}
	for name, data := range files {
		used := charactersIn(data)
		embedded := fontFace.FindAllStringSubmatch(string(data), -1)
		if len(embedded) != len(used) || len(used["Noto Sans normal"]) < 20 {
			t.Errorf("%s: %d fonts for %d faces, %d characters", name, len(embedded), len(used), len(used["Noto Sans normal"]))
		}
		for _, m := range embedded {
			face := m[1] + " " + m[2]
			raw, err := base64.StdEncoding.DecodeString(m[3])
			if err != nil {
				t.Fatal(err)
			}
			part := parsedFont(t, raw)
			for r := range used[face] {
				if !reflect.DeepEqual(outlineOf(t, part, r), outlineOf(t, whole[face], r)) {
					t.Errorf("%s: %s is not the program's own for %q", name, face, r)
				}
			}
			for r := '0'; r <= 'z'; r++ {
				if !used[face][r] && len(outlineOf(t, part, r)) > 0 {
					t.Errorf("%s: %s has %q, which no text has", name, face, r)
				}
			}
		}
	}
}

// charactersIn are the characters of the texts of an SVG, by face.
func charactersIn(data []byte) map[string]map[rune]bool {
	used := map[string]map[rune]bool{}
	for _, m := range textFace.FindAllStringSubmatch(string(data), -1) {
		face := m[1] + " " + m[2]
		if used[face] == nil {
			used[face] = map[rune]bool{}
		}
		for _, r := range html.UnescapeString(m[3]) {
			used[face][r] = true
		}
	}
	return used
}

func parsedFont(t *testing.T, data []byte) *sfnt.Font {
	t.Helper()
	f, err := sfnt.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func outlineOf(t *testing.T, f *sfnt.Font, r rune) sfnt.Segments {
	t.Helper()
	var buf sfnt.Buffer
	g, err := f.GlyphIndex(&buf, r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.LoadGlyph(&buf, g, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(s)
}

// TestNamesWithEmoji: a thread's name may have characters that no document can hold as text; it is
// drawn, and the names next to it stay text.
func TestNamesWithEmoji(t *testing.T) {
	tr := modeltest.Parse(t, "emoji.tltxt", strings.ReplaceAll(loss, `name="main"`, `name="w😀x"`))
	p := pictures(t)["light"]
	p.Scene = export.Threads{Trace: tr, Palette: p.Scene.Palette, Scale: 1, Width: 900}.Scene()
	c := charts(t)["boxplot"]
	c.Trace, c.Scope.Metric, c.Scope.GroupBy = tr, measure.MetricSlice, measure.GroupThread
	c.Scope.Range = model.Range{}
	for _, k := range []export.Kind{export.PNG, export.SVG, export.PDF} {
		for name, data := range map[string][]byte{"picture": written(t, p, k), "chart": chartFile(t, c, k)} {
			if len(data) < 2000 || k == export.SVG && (!bytes.Contains(data, []byte("😀")) || !bytes.Contains(data, []byte("работник"))) {
				t.Errorf("%s as %s: names are missing in %d bytes", name, k, len(data))
			}
		}
	}
}
