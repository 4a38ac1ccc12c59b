package export

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/pprof/profile"

	"threadlens/app/export/profiles"
	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// nastyTexts are names that could break outputs.
var nastyTexts = []string{
	"worker 7", "=1+1", " \t@SUM(A1)", "＝cmd|' /C calc'!A0", "a|b\\|c\\", "\x1b[31m\u202e\u2066", "<b>&amp;\"'>]]>", "\r\n\x00\u0085\u2028", "\xff\xc0", "'", "\"", "**_`$~[x](y)",
	"\U0001f600\u0301ä\u3000", "", ")(\\)\\", "\ufeff\ufffe", "- 1", "\u00a0=1",
}

// clean checks that nothing in an output hides or reverses text, except for what breaks its lines
// and cells.
func clean(t *testing.T, what, out, breaks string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%s is no UTF-8: %q", what, out)
	}
	for _, r := range out {
		if model.Unfit(r) && !strings.ContainsRune(breaks, r) {
			t.Errorf("%s has %U: %q", what, r, out)
		}
	}
}

// harmless checks that a cell is the text, as displayed, and not a formula to a spreadsheet.
func harmless(t *testing.T, what, cell, text string) {
	t.Helper()
	switch shown := model.Clean(text); cell {
	case "'" + shown: // as spreadsheets mark texts themselves
	case shown:
		begin, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(cell, unicode.IsSpace))
		if strings.ContainsRune("=+-@＝＋－＠\"'", begin) {
			t.Errorf("%s: %q begins a formula", what, cell)
		}
	default:
		t.Errorf("%s: %q is written as %q", what, text, cell)
	}
}

// FuzzTable: whatever headings, cells and notes contain, every format of tables can be read back
// and then has as many cells, with the same texts; nothing in it controls a terminal, and no cell
// is a formula.
func FuzzTable(f *testing.F) {
	for i, s := range nastyTexts {
		f.Add(s, nastyTexts[(i+1)%len(nastyTexts)], nastyTexts[(i+5)%len(nastyTexts)])
	}
	f.Fuzz(func(t *testing.T, heading, cell, note string) {
		table := &report.Table{
			Name: "n", Title: heading, Scope: note, Notes: []string{note},
			Columns: []report.Column{
				{Name: heading, Title: heading, Kind: report.KindText}, {Name: "t", Title: "T", Kind: report.KindThread}, {Name: "c", Title: "C", Kind: report.KindCount},
			},
			Rows: [][]report.Value{
				{{Kind: report.KindText, Text: cell}, {Kind: report.KindThread, Text: "7.0", Display: cell}, {Kind: report.KindCount, Int: -3}},
			},
		}
		out := map[Format]string{}
		for f, breaks := range map[Format]string{Text: "\n", CSV: "\n", TSV: "\n\t", JSON: "\n", Markdown: "\n"} {
			var b strings.Builder
			if err := WriteTable(&b, table, Meta{File: heading, Clock: cell}, f); err != nil {
				t.Fatal(err)
			}
			out[f] = b.String()
			clean(t, formatNames[f], out[f], breaks)
		}
		records, err := csv.NewReader(strings.NewReader(out[CSV])).ReadAll()
		if err != nil || len(records) != 2 {
			t.Fatalf("%q: %v", out[CSV], err)
		}
		harmless(t, "CSV", records[0][0], heading)
		harmless(t, "CSV", records[1][0], cell)
		if tsv := strings.Join(records[0], "\t") + "\n" + strings.Join(records[1], "\t") + "\n"; tsv != out[TSV] {
			t.Errorf("TSV is %q, CSV has %q", out[TSV], tsv)
		}
		var read struct {
			Scope   string
			Columns []struct{ Name string }
			Rows    [][]any
			Notes   []string
		}
		if err := json.Unmarshal([]byte(out[JSON]), &read); err != nil {
			t.Fatalf("%v in %s", err, out[JSON])
		}
		valid := func(s string) string { return string([]rune(s)) } // invalid text is replaced
		if read.Columns[0].Name != valid(heading) || read.Rows[0][0] != valid(cell) || read.Notes[0] != valid(note) || read.Scope != valid(note) {
			t.Errorf("JSON reads as %+v", read)
		}
		checkMarkdown(t, out[Markdown], heading, cell)
	})
}

// markdownPlain matches the backslashes before what has a meaning in Markdown.
var markdownPlain = regexp.MustCompile(`\\([\\|*_` + "`" + `<>\[\]~&$])`)

// checkMarkdown reads a table of three columns and a row.
func checkMarkdown(t *testing.T, out, heading, cell string) {
	t.Helper()
	lines := strings.Split(out, "\n")
	for i, want := range map[int][]string{0: {heading}, 2: {cell, cmp.Or(cell, "7.0")}} {
		cells := regexp.MustCompile(`(?:[^|\\]|\\.)+`).FindAllString(lines[i], -1)
		if !strings.HasPrefix(lines[i], "| ") || !strings.HasSuffix(lines[i], " |") || len(cells) != 3 {
			t.Fatalf("%q has %d cells: %q", lines[i], len(cells), cells)
		}
		for k, w := range want {
			got := cells[k][1 : len(cells[k])-1]
			if rest := markdownPlain.ReplaceAllString(got, ""); strings.ContainsAny(rest, "|*_`<>[]~&$\\") {
				t.Errorf("%q has a meaning in Markdown", got)
			}
			harmless(t, "Markdown", markdownPlain.ReplaceAllString(got, "$1"), w)
		}
	}
}

// fuzzPage is a page with a title and a text.
func fuzzPage(title, text string) *Drawing {
	palette := paint.NewPalette(false, false)
	g := newSheet(palette, timeline.NewMetrics(timeline.Comfortable, 1, 1), 6000)
	g.paper()
	g.heading(title, "of")
	g.text(timeline.Printable(text), g.body, palette.Text, 16, 36)
	g.y += 36
	g.end()
	return &Drawing{list: g.list, metrics: g.metrics}
}

// FuzzSVG: whatever the title and text of a page contain, SVG is XML whose texts are those of the
// page.
func FuzzSVG(f *testing.F) {
	for i, s := range nastyTexts {
		f.Add(s, nastyTexts[(i+3)%len(nastyTexts)])
	}
	f.Fuzz(func(t *testing.T, title, text string) {
		d := fuzzPage(title, text)
		for i := range d.list.Items {
			clean(t, "the page", d.list.Items[i].Text, "")
		}
		var b bytes.Buffer
		if err := d.Write(&b, SVG); err != nil {
			t.Fatal(err)
		}
		clean(t, "SVG", b.String(), "\n\t")
		if got, want := textsOfSVG(t, b.Bytes()), textsOf(d.list); got != want {
			t.Errorf("SVG says %q, the page %q", got, want)
		}
	})
}

// FuzzPDF: their contents do not escape from the texts of a PDF.
func FuzzPDF(f *testing.F) {
	for i, s := range nastyTexts {
		f.Add(s, nastyTexts[(i+3)%len(nastyTexts)])
	}
	f.Fuzz(func(t *testing.T, title, text string) {
		var b bytes.Buffer
		if err := fuzzPage(title, text).Write(&b, PDF); err != nil {
			t.Fatal(err)
		}
		checkPDF(t, b.Bytes())
	})
}

// textsOf are the characters, without blanks, that a page writes as text.
func textsOf(list *paint.DisplayList) string {
	var b strings.Builder
	for i := range list.Items {
		if list.Items[i].Kind != paint.ItemText {
			continue
		}
		for _, run := range textRuns(&list.Items[i]) {
			if bounds(run.outlines()).In(list.Items[i].Rect) {
				b.WriteString(run.text)
			}
		}
	}
	return withoutSpace(b.String())
}

func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

// textsOfSVG are the characters in the texts of an SVG.
func textsOfSVG(t *testing.T, data []byte) string {
	t.Helper()
	var b strings.Builder
	inText := false
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return withoutSpace(b.String())
		}
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				b.Write(token)
			}
		}
	}
}

// pdfText is a text operator of a page, in which brackets and backslashes are escaped.
var pdfText = regexp.MustCompile(`(?s)\((?:[^()\\]|\\.)*\) ?Tj`)

// checkPDF checks that outside of its texts the page is nothing but numbers and operators.
func checkPDF(t *testing.T, data []byte) {
	t.Helper()
	begin := bytes.Index(data, []byte("stream\n"))
	if begin < 0 {
		t.Fatalf("no page in %d bytes", len(data))
	}
	z, err := zlib.NewReader(bytes.NewReader(data[begin+len("stream\n"):]))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range string(pdfText.ReplaceAll(page, nil)) {
		if r > unicode.MaxASCII || strings.ContainsRune(`()\<>`, r) || model.Unfit(r) && r != '\n' {
			t.Fatalf("%q is in the page %.500q", r, page)
		}
	}
}

// FuzzProfile: whatever functions and files are named, the profile is valid and has their names, as
// displayed.
func FuzzProfile(f *testing.F) {
	for i, s := range nastyTexts {
		f.Add(s, nastyTexts[(i+3)%len(nastyTexts)])
	}
	f.Fuzz(func(t *testing.T, function, file string) {
		var tables model.Tables
		name := tables.Strings.ID(function)
		tr := model.Build(&model.Info{File: file, CPUs: 1}, &tables, nil, nil)
		own := calltree.CallSum{Time: 1, Count: 1}
		s := profiles.Stacks{Trace: tr, Kind: calltree.TreeExecution, Trees: []calltree.CallTree{{Nodes: []calltree.CallNode{
			{Name: "root", Parent: -1, All: own}, {Name: tr.String(name), Frame: model.Frame{Name: name, Module: name}, Own: own, All: own},
		}}}}
		var b bytes.Buffer
		pprof, _ := profiles.FormatOf("x.pb.gz")
		if err := pprof.Write(&s, &b); err != nil {
			t.Fatal(err)
		}
		p, err := profile.ParseData(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		clean(t, "the profile", p.String(), "\n\t")
		if got, want := p.Function[0].Name, model.CleanName(function); got != want || p.Mapping[0].File != want {
			t.Errorf("%q is called %q in %q", function, got, p.Mapping[0].File)
		}
	})
}
