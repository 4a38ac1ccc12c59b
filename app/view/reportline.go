package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

const cellPad = 8

// reportLine is a row of the profile report.
type reportLine struct {
	widget.BaseWidget
	root  *fyne.Container
	name  *line
	mix   *mixBar
	texts []*line
	cells []*fyne.Container
}

func newReportLine() *reportLine {
	l := &reportLine{name: newLine("", theme.ColorNameForeground).fitting(), mix: newMixBar(fyne.NewSize(reportMix-24, 8))}
	l.name.middle = true
	l.root = container.New(rowLayout{},
		container.New(fixed{reportThread, reportRow}, container.New(insets{cellPad, 0}, l.name)),
		container.New(fixed{reportMix, reportRow}, container.New(insets{12, 6}, l.mix)))
	l.ExtendBaseWidget(l)
	return l
}

// set fills the row; the sum's row is bold.
func (l *reportLine) set(r *report, row *session.ReportRow, sum bool) {
	columns := r.content.Columns
	for len(l.texts) < len(columns) {
		t := newLine("", theme.ColorNameForeground).right().fitting()
		cell := container.New(fixed{reportTime, reportRow}, container.New(insets{cellPad, 0}, t))
		l.texts, l.cells = append(l.texts, t), append(l.cells, cell)
		l.root.Add(cell)
	}
	l.name.style.Bold = sum
	l.name.set(row.Name)
	l.mix.set(row.Sums)
	for i, t := range l.texts {
		hide(l.cells[i], i >= len(columns))
		if i >= len(columns) {
			continue
		}
		c := &columns[i]
		l.cells[i].Layout = fixed{r.width(c), reportRow}
		text, zero := cellText(r.content.Value(row, c), row, c, r.percent)
		t.style.Bold = sum
		color := theme.ColorNameForeground
		if zero {
			color = colorText3
		}
		t.paint(color)
		t.set(text)
	}
	l.root.Refresh()
}

// cellText is a cell as the table shows it, and whether there is nothing in it.
func cellText(v analysis.Value, row *session.ReportRow, c *session.ReportColumn, percent bool) (text string, zero bool) {
	mark := ""
	if v.AtLeast {
		mark = "≥ "
	}
	switch {
	case v.Kind == analysis.KindNone:
		return "–", true
	case v.Int == 0:
		return "0", true
	case v.Kind == analysis.KindCount:
		return mark + timeline.FormatCount(v.Int), false
	case percent && c.IsCategory():
		return mark + timeline.FormatPercent(model.Time(v.Int), row.Sums.Total()), false
	}
	return mark + milliseconds(model.Time(v.Int)), false
}

// milliseconds writes a time in ms with three decimals, "0" for none.
func milliseconds(t model.Time) string {
	if t == 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(t)/1e6, 'f', 3, 64)
}

// CreateRenderer implements fyne.Widget.
func (l *reportLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.root) }

// MinSize implements fyne.CanvasObject.
func (l *reportLine) MinSize() fyne.Size {
	return fyne.NewSize(scaled(reportThread+reportMix), scaled(reportRow))
}
