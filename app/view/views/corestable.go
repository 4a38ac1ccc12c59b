package views

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
)

// coresAtOnce is the number of context switches up to which the table is made between two frames;
// for more it is made in the background.
const coresAtOnce = 50_000

// migrationTable is the table of context switches and migrations, with its title
// above it.
type migrationTable struct {
	panes.TableFeed
	h     *host.Host
	root  *fyne.Container
	scope *kit.Line

	atOnce int            // coresAtOnce, except in tests
	marked model.ThreadIx // whose row was last selected from the picture
}

func newMigrationTable(h *host.Host) *migrationTable {
	m := &migrationTable{TableFeed: panes.TableFeed{Session: h.Session, Table: kit.NewTableView(h.Tips)}, h: h, atOnce: coresAtOnce, marked: model.NoThread}
	m.Ask, m.Filled = m.question, m.shown
	t := m.Table
	m.Filter = kit.NewTableFilter(t, h.Look)
	t.Hint = "No thread ran in this time window"
	t.Chosen, t.Preview, t.Enter = m.choose, m.choose, m.enter
	t.Swatch = m.swatch
	h.WireTable(t, migrationsTable)
	m.scope = kit.NewCaption("", kit.ColorText2)
	title := kit.NewLine("Context switches and migrations", theme.ColorNameForeground).Bold()
	copying := kit.NewLink("Copy", func() { h.CopyGrid(export.TSV, t.Grid) })
	exporting := kit.NewLink("Export", h.Commands.Get("exportTable").Do)
	copying.Explain(h.Tips, "Copy the selected rows (or, without a selection, all rows) as tab-separated text")
	exporting.Explain(h.Tips, "Export the table as CSV, TSV, JSON or Markdown")
	scope := container.New(kit.Fixed{migrationScope, kit.TabBarHeight}, m.scope)
	head := container.New(kit.Insets{kit.PaneMargin - 2, 0}, container.New(
		kit.YieldLayout{RowLayout: 10, Least: kit.LeastFilterWidth, Yield: []fyne.CanvasObject{scope, copying, exporting}},
		title, scope, m.Filter.Root, copying, exporting))
	m.root = container.NewBorder(
		container.New(kit.ColumnLayout(0), container.NewStack(kit.NewBox(kit.ColorRaised), container.New(kit.Fixed{0, kit.TabBarHeight}, head)), kit.NewRule()),
		nil, nil, nil, container.NewStack(kit.NewBox(kit.ColorPanel), t))
	return m
}

// migrationScope is the width of the text on the time that the table covers, dp.
const migrationScope = 100

// migrationsTable is the name under which the layout of the table is kept.
const migrationsTable = "migrations"

// swatch is the colour of the slices of a row's thread, nil for the total.
func (m *migrationTable) swatch(r *grid.Row) color.Color {
	colours := m.h.Session.CoreColours()
	if colours == nil || r.Thread == model.NoThread || int(r.Thread) >= len(m.h.Session.Trace().Threads) {
		return nil
	}
	return colours.Fill(m.h.Look.Current(), r.Thread)
}

// question is the query of the table; the text above the table shows the time that it covers.
func (m *migrationTable) question() (run func() (*grid.Content, error), quick bool) {
	m.scope.Set("in the window")
	if m.Session.Marked().Len() > 0 {
		m.scope.Set("in the selection")
	}
	query := m.Session.MigrationQuery()
	return query.Run, query.Cost() <= m.atOnce
}

// shown is called when new figures are shown.
func (m *migrationTable) shown() {
	m.mark()
	m.h.Settled()
}

// mark selects the row of the followed thread, once: the user may then select other rows.
func (m *migrationTable) mark() {
	ix := m.Session.Selected().Thread
	if ix == m.marked {
		return
	}
	m.marked = ix
	m.Table.Follow(func(row *grid.Row) bool { return row.Thread == ix })
}

// choose follows the thread of a row.
func (m *migrationTable) choose(row *grid.Row) {
	m.marked = row.Thread
	if s := m.h.Session; s.Selected().Thread != row.Thread {
		s.Select(timeline.SegmentRef{Thread: row.Thread, Index: -1})
	}
}

// enter goes to a slice of a row's thread in the row's time.
func (m *migrationTable) enter(row *grid.Row) {
	m.h.Session.Update(func() {
		m.choose(row)
		m.h.Session.Show(row.Span, session.MoveJump)
		m.h.Session.StepSegment(1)
	})
	m.Table.Leave()
}

// forget resets for another trace.
func (m *migrationTable) forget() {
	m.marked = model.NoThread
	m.Forget()
}
