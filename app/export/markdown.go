package export

import (
	"bufio"
	"strings"

	"threadlens/model"
	"threadlens/model/report"
)

// markdownEscape escapes what Markdown would not show unchanged.
var markdownEscape = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `\<`, `>`, `\>`, `[`, `\[`, `]`, `\]`, `~`, `\~`, `&`, `\&`, `$`, `\$`,
)

// writeMarkdown writes the columns of the text table, its total in bold, and the
// notes below.
func writeMarkdown(w *bufio.Writer, t *report.Table) error {
	if none := noneOf(t); none != "" {
		if _, err := w.WriteString(markdownEscape.Replace(none) + "\n"); err != nil {
			return err
		}
	} else if err := writeMarkdownTable(w, t); err != nil {
		return err
	}
	for _, n := range t.Notes {
		if _, err := w.WriteString("\n" + markdownEscape.Replace(model.Clean(n)) + "\n"); err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdownTable(w *bufio.Writer, t *report.Table) error {
	columns := textColumns(t)
	line := func(cell func(c *textColumn) string) error {
		var b strings.Builder
		for i := range columns {
			b.WriteString("| " + cell(&columns[i]) + " ")
		}
		_, err := w.WriteString(b.String() + "|\n")
		return err
	}
	head := func(c *textColumn) string {
		return markdownEscape.Replace(noFormula(c.heading()))
	}
	rule := func(c *textColumn) string {
		if c.left {
			return "---"
		}
		return "---:"
	}
	if err := line(head); err != nil {
		return err
	}
	if err := line(rule); err != nil {
		return err
	}
	for row := range t.All() {
		if err := line(func(c *textColumn) string { return markdownCell(c, row[c.at]) }); err != nil {
			return err
		}
	}
	if t.Total != nil {
		if err := line(func(c *textColumn) string { return strong(markdownCell(c, t.Total[c.at])) }); err != nil {
			return err
		}
	}
	return nil
}

// markdownCell is a cell, which people also paste into spreadsheets.
func markdownCell(c *textColumn, v report.Value) string {
	s := c.cell(v)
	if !v.Kind.Numeric() {
		s = noFormula(s)
	}
	return markdownEscape.Replace(s)
}

func strong(s string) string {
	if s == "" {
		return ""
	}
	return "**" + s + "**"
}
