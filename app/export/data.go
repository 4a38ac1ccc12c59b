package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"threadlens/model"
	"threadlens/model/report"
)

func writeCSV(w io.Writer, t *report.Table) error {
	c := csv.NewWriter(w)
	if err := c.Write(header(t)); err != nil {
		return err
	}
	record := newRecord(t)
	for row := range t.All() {
		if err := c.Write(record.of(row)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// writeTSV needs no quoting: no cell contains a tab or line break, because control characters are
// escaped.
func writeTSV(w *bufio.Writer, t *report.Table) error {
	line := func(cells []string) error {
		_, err := w.WriteString(strings.Join(cells, "\t") + "\n")
		return err
	}
	if err := line(header(t)); err != nil {
		return err
	}
	record := newRecord(t)
	for row := range t.All() {
		if err := line(record.of(row)); err != nil {
			return err
		}
	}
	return nil
}

func header(t *report.Table) []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = noFormula(model.Clean(c.Name))
	}
	return names
}

// record makes the cells of rows. A text that was in the row before is not cleaned again.
type record struct {
	cells, texts []string
}

func newRecord(t *report.Table) *record {
	n := len(t.Columns)
	return &record{cells: make([]string, n), texts: make([]string, n)}
}

// of is the cells of a row, valid until the next call.
func (r *record) of(row []report.Value) []string {
	for i := range row {
		v := &row[i]
		if number, ok := dataNumber(v); ok {
			r.cells[i], r.texts[i] = number, ""
			continue
		}
		if v.Text != r.texts[i] || v.Text == "" {
			r.cells[i], r.texts[i] = dataText(v.Text), v.Text
		}
	}
	return r.cells
}

// dataNumber is a cell with a number in CSV and TSV; ok is false for a text.
func dataNumber(v *report.Value) (number string, ok bool) {
	switch v.Kind {
	case report.KindCount, report.KindID, report.KindDuration, report.KindInstant:
		return strconv.FormatInt(v.Int, 10), true
	case report.KindPercent, report.KindCores, report.KindNumber, report.KindChange:
		return strconv.FormatFloat(v.Float, 'f', -1, 64), true
	case report.KindNone:
		return "", true
	}
	return "", false
}

// dataText is a cell with a text.
func dataText(s string) string { return noFormula(model.Clean(s)) }

// formulaBegins are the runes with which spreadsheets recognise a formula, or after which they do:
// the signs, also in their full-width forms, and quotes.
const formulaBegins = "=+-@＝＋－＠\"'"

// noFormula is a text that no spreadsheet takes as a formula: such a text is marked with a quote,
// as spreadsheets do.
func noFormula(s string) string {
	if rest := strings.TrimLeftFunc(s, unicode.IsSpace); rest != "" {
		if r, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune(formulaBegins, r) {
			return "'" + s
		}
	}
	return s
}

// jsonColumn is a column in JSON.
type jsonColumn struct {
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Title string `json:"title"`
}

// writeJSON writes the table as one object, one row per line.
func writeJSON(w *bufio.Writer, t *report.Table, m Meta) error {
	columns := []jsonColumn{}
	for _, c := range t.Columns {
		columns = append(columns, jsonColumn{c.Name, c.Unit(), c.Title})
	}
	notes := append([]string{}, t.Notes...)
	j := jsonWriter{w: w}
	j.text(`{"report": `).value(t.Name)
	j.text(",\n" + `"scope": `).value(t.Scope)
	j.text(",\n" + `"trace": {"file": `).value(m.File)
	j.text(`, "clock": `).value(m.Clock)
	j.text(`, "start_ns": `).value(m.Start)
	j.text(`, "span_ns": `).value(m.Span)
	j.text("},\n" + `"window": {"from_ns": `).value(t.Range.From)
	j.text(`, "to_ns": `).value(t.Range.To)
	j.text("},\n" + `"columns": `).value(columns)
	j.text(",\n" + `"rows": [`)
	between := "\n"
	var cells []any
	for row := range t.All() {
		cells = cells[:0]
		for _, v := range row {
			cells = append(cells, jsonCell(v))
		}
		j.text(between).value(cells)
		between = ",\n"
		if j.err != nil {
			break
		}
	}
	j.text("\n],\n" + `"notes": `).value(notes)
	j.text("}\n")
	return j.err
}

func jsonCell(v report.Value) any {
	switch v.Kind {
	case report.KindNone:
		return nil
	case report.KindCount, report.KindID, report.KindDuration, report.KindInstant:
		return v.Int
	case report.KindPercent, report.KindCores, report.KindNumber, report.KindChange:
		return v.Float
	}
	return v.Text
}

// jsonWriter writes JSON piece by piece and keeps the first error.
type jsonWriter struct {
	w   *bufio.Writer
	buf strings.Builder
	err error
}

func (j *jsonWriter) text(s string) *jsonWriter {
	if j.err == nil {
		_, j.err = j.w.WriteString(s)
	}
	return j
}

func (j *jsonWriter) value(v any) {
	if j.err != nil {
		return
	}
	j.buf.Reset()
	e := json.NewEncoder(&j.buf)
	e.SetEscapeHTML(false)
	if j.err = e.Encode(v); j.err == nil {
		j.text(PlainJSON(strings.TrimSuffix(j.buf.String(), "\n")))
	}
}

// PlainJSON escapes invisible characters in JSON, and those that change the order of text: they
// occur in strings only, except for line breaks between them.
func PlainJSON(s string) string {
	hidden := func(r rune) bool { return r != '\n' && model.Unfit(r) }
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch high, low := utf16.EncodeRune(r); {
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Meta identifies the trace of a table.
type Meta struct {
	File  string
	Clock string
	// Start is the source clock's value at trace start, ns, so that times can
	// be joined with other data. Span is the trace's length, ns.
	Start, Span int64
}

// MetaOf is the Meta of a trace.
func MetaOf(t *model.Trace) Meta {
	return Meta{File: t.Info.File, Clock: t.Info.Clock.Name, Start: t.Info.Clock.StartNS, Span: int64(t.End)}
}
