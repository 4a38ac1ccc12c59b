package sheets

import (
	"cmp"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// recordsTable is the name under which the layout of the table of records is kept.
const recordsTable = "records"

// PropertyCommands show the properties of a trace; how far it can be trusted is shown elsewhere.
func (s *Sheets) PropertyCommands() []*kit.Command {
	return []*kit.Command{{ID: "properties", Title: "Trace Properties…", Enabled: s.IsOpen, Run: s.showProperties}}
}

// PropertySections are the facts about the recording, its files, and the processes and threads in
// it.
func PropertySections(t *model.Trace) []healthSection {
	files := healthSection{Title: "Files"}
	for i, f := range t.Info.Files {
		files.Rows = append(files.Rows, explain.Fact{Label: strconv.Itoa(i + 1), Value: timeline.Printable(f)})
	}
	list := []healthSection{Recording(t), files, {Title: "Contents", Rows: explain.ContentFacts(t)}}
	return slices.DeleteFunc(list, func(s healthSection) bool { return len(s.Rows) == 0 })
}

// mostRecords is the number of rows of the table of records before it scrolls.
const mostRecords = 12

// RecordCounts lists the kinds of records in the source, the most frequent first.
func RecordCounts(t *model.Trace) *report.Table {
	records := slices.Clone(t.Info.SourceEvents)
	slices.SortStableFunc(records, func(a, b model.SourceEvent) int { return cmp.Compare(b.Count, a.Count) })
	table := &report.Table{Name: "records", Title: "Records in the file", Range: t.Held(), Columns: []report.Column{
		{Name: "kind", Title: "Kind", Kind: report.KindText},
		{Name: "count", Title: "Records", Kind: report.KindCount},
	}}
	var sum int64
	for _, r := range records {
		sum += r.Count
		table.Rows = append(table.Rows, []report.Value{
			{Kind: report.KindText, Text: r.Name}, {Kind: report.KindCount, Int: r.Count},
		})
	}
	table.Total = []report.Value{
		{Kind: report.KindText, Text: "All, " + kit.Plural(len(records), "kind")}, {Kind: report.KindCount, Int: sum},
	}
	return table
}

// recordsSection is the table of the kinds of records, nil if there are none.
func (s *Sheets) recordsSection(t *model.Trace) fyne.CanvasObject {
	counts := RecordCounts(t)
	if len(counts.Rows) == 0 {
		return nil
	}
	table := kit.NewTableView(nil)
	s.WireTable(table, recordsTable)
	table.Leave = s.Escape
	content := grid.FromTable(counts, grid.Shape{})
	content.Columns[counts.Column("kind")].Width = 420
	table.Fill(content, grid.Scope{})
	filter := kit.NewTableFilter(table, s.Look)
	rows := float32(min(len(counts.Rows), mostRecords) + 1) // and the total
	title := kit.NewLine(counts.Title, theme.ColorNameForeground).Bold()
	return container.New(kit.ColumnLayout(3), container.New(kit.RowLayout(6), title, kit.NewBox(""), filter.Root),
		container.New(kit.Fixed{0, kit.TableHead + 2 + rows*kit.TableRow}, table))
}

// showProperties shows the properties of the open trace.
func (s *Sheets) showProperties() {
	t := s.Session.Trace()
	if t == nil {
		return
	}
	page := s.sectionPage(PropertySections(t))
	if records := s.recordsSection(t); records != nil {
		page.Add(container.New(kit.Insets{12, 4}, records))
	}
	s.Sheet("Trace properties", page, 800, 620)
}
