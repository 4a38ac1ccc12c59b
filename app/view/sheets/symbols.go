package sheets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// SymbolCommands show and load names of functions.
func (s *Sheets) SymbolCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "symbols", Title: "Symbols…", Help: "How many stack frames have function names, and how to find the missing names",
			Enabled: s.hasModules, Why: "The trace does not list the modules (programs and libraries) that were in memory.", Run: s.showSymbols,
		},
		{
			ID: "symbolFolder", Title: "Add Symbol Folder…", Help: "Look for function names in another folder",
			Run: s.chooseSymbols,
		},
	}
}

// NamedText shows how many frames have a function name.
func NamedText(t *model.Trace) string {
	var all, named int64
	for _, m := range report.FramesByModule(t) {
		if m.Name != "" {
			all, named = all+m.Frames, named+m.Named
		}
	}
	return timeline.FormatCount(named) + " of " + timeline.FormatCount(all) + " stack frames in the trace's modules have function names"
}

// chooseSymbols asks for a folder with names of functions.
func (s *Sheets) chooseSymbols() { s.askSymbolFolder(func() {}) }

// Sizes of the sheet of symbols, dp.
const (
	symbolsWidth, symbolsHeight = 900, 620
	mostModules                 = 14 // rows of the table before it scrolls
)

// showSymbols lists the modules, how many of their frames have names, what would find the others,
// and the folders that are searched.
func (s *Sheets) showSymbols() {
	a, _ := report.Find("symbols")
	table, err := a.Run(s.Session.Trace(), measure.Scope{})
	if err != nil {
		s.Complain("The modules cannot be listed", err)
		return
	}
	page := container.New(kit.ColumnLayout(0), container.New(kit.Insets{12, 4}, s.moduleTable(table)))
	page.Add(container.New(kit.Insets{12, 8}, s.symbolFolders()))
	s.Sheet("Symbols", page, symbolsWidth, symbolsHeight)
}

// moduleTable is the table of the report “symbols”.
func (s *Sheets) moduleTable(modules *report.Table) fyne.CanvasObject {
	table := kit.NewTableView(nil)
	s.WireTable(table, symbolsTable)
	table.Leave = s.Escape
	content := grid.FromTable(findersFirst(modules), grid.Shape{})
	for i := range content.Columns {
		content.Columns[i].Width = symbolWidths[content.Columns[i].Name]
	}
	table.Fill(content, grid.Scope{})
	filter := kit.NewTableFilter(table, s.Look)
	rows := float32(min(len(modules.Rows), mostModules) + 2) // and the total, and room to scroll
	title := kit.NewLine(NamedText(s.Session.Trace()), theme.ColorNameForeground).Bold()
	return container.New(kit.ColumnLayout(3), container.New(kit.RowLayout(6), title, kit.NewBox(""), filter.Root),
		container.New(kit.Fixed{0, kit.TableHead + 2 + rows*kit.TableRow}, table))
}

// findersFirst moves the columns on what would find more names before those on what is known: the
// sheet has no room for all of them.
func findersFirst(t *report.Table) *report.Table {
	var order []int
	for _, name := range []string{"module", "frames", "named", "percent", "missing", "symbols", "path", "build_id"} {
		order = append(order, t.Column(name))
	}
	pick := func(row []report.Value) []report.Value {
		if row == nil {
			return nil
		}
		cells := make([]report.Value, len(order))
		for i, from := range order {
			cells[i] = row[from]
		}
		return cells
	}
	o := *t
	o.Columns, o.Rows, o.Total = make([]report.Column, len(order)), nil, pick(t.Total)
	for i, from := range order {
		o.Columns[i] = t.Columns[from]
	}
	for _, row := range t.Rows {
		o.Rows = append(o.Rows, pick(row))
	}
	return &o
}

// symbolsTable is the name under which the table's layout is kept.
const symbolsTable = "symbols"

// symbolWidths are widths with which the first columns fit in a usual window.
var symbolWidths = map[string]float32{
	"module": 150, "frames": 70, "named": 70, "percent": 88, "missing": 420, "symbols": 200, "path": 200, "build_id": 100,
}

// symbolFolders lists the folders that are searched, with links to change them.
func (s *Sheets) symbolFolders() fyne.CanvasObject {
	const room = 820
	list := container.New(kit.ColumnLayout(4), healthHead(healthSection{Title: "Symbol folders"}))
	for _, dir := range s.Settings.Symbols {
		forget := kit.NewLink("Remove", func() {
			s.forgetSymbols(dir)
			s.showSymbols()
		})
		path := kit.NewLine(timeline.Printable(dir), theme.ColorNameForeground).Fitting()
		path.Middle = true
		list.Add(container.New(kit.RowLayout(10), path, forget, kit.NewBox("")))
	}
	for _, l := range kit.Wrap("Threadlens reads symbols from the files named in the trace, and from debugging symbols of this system and its kernel, if they have the build ids recorded in the trace. Folders that you add may also contain programs without a build id, copies of /proc/kallsyms, and perf-PID.map files. For Windows traces, Threadlens reads PDB files and executable images of the traced build, also from the local folders of _NT_SYMBOL_PATH and _NT_ALT_SYMBOL_PATH. Only the command threadlens symbols FILE --download URL downloads files.", s.TextRoom(room, 0)) {
		list.Add(kit.NewLine(l, kit.ColorText2).Fitting())
	}
	list.Add(container.New(kit.RowLayout(10), kit.NewLink("Add folder…", s.chooseSymbols), kit.NewBox("")))
	return list
}
