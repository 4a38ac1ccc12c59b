package host

import (
	"maps"
	"strings"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/view/kit"
)

// CopyGrid copies the selected rows of a table to the clipboard, or all rows shown.
func (h *Host) CopyGrid(f export.Format, g *grid.Grid) {
	var m export.Meta
	if t := h.Session.Trace(); t != nil {
		m = export.MetaOf(t)
	}
	var b strings.Builder
	if err := export.WriteTable(&b, g.Copied(), m, f); err != nil {
		h.Complain("Not copied", err)
		return
	}
	h.Clip(b.String())
}

// WireTable connects a table with the window; name is the name under which its layout is kept.
func (h *Host) WireTable(t *kit.TableView, name string) {
	t.Key, t.Rune, t.Leave = h.TypedKey, h.TypedRune, h.FocusPicture
	t.Modifiers = h.Modifiers
	t.Relayout(h.Settings.Tables[name])
	t.Folded = func() { h.Settled() }
	t.Kept = func() {
		h.keepTable(name, t.Grid.Layout())
		h.Refresh()
	}
}

// keepTable saves the layout of a table.
func (h *Host) keepTable(name string, l grid.Layout) {
	tables := map[string]grid.Layout{}
	for k, v := range h.Settings.Tables {
		tables[k] = v
	}
	tables[name] = l
	if len(l.Sort) == 0 && len(l.Widths) == 0 && len(l.Shown) == 0 && !l.Percent {
		delete(tables, name)
	}
	h.Settings.Tables = tables
	if len(tables) == 0 {
		h.Settings.Tables = nil
	}
	h.SaveSettings()
}

// ForgetOrders forgets by what tables were sorted: that was about the rows of another trace.
func (h *Host) ForgetOrders() {
	for name, l := range maps.Clone(h.Settings.Tables) {
		if len(l.Sort) > 0 {
			l.Sort = nil
			h.keepTable(name, l)
		}
	}
}
