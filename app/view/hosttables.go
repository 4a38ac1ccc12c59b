package view

import (
	"strings"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/view/kit"
)

// copyGrid puts the selected rows of a table, or all that it shows, on the
// clipboard.
func (h *Host) copyGrid(f export.Format, g *grid.Grid) {
	var m export.Meta
	if t := h.s.Trace(); t != nil {
		m = export.MetaOf(t)
	}
	var b strings.Builder
	if err := export.WriteTable(&b, g.Copied(), m, f); err != nil {
		h.complain("Not copied", err)
		return
	}
	h.clip(b.String())
}

// wireTable connects a table with the window; name is that under which its layout
// is kept.
func (h *Host) wireTable(t *kit.TableView, name string) {
	t.Key, t.Rune, t.Leave = h.TypedKey, h.TypedRune, h.FocusPicture
	t.Modifiers = h.Modifiers
	t.Relayout(h.settings.Tables[name])
	t.Kept = func() {
		h.keepTable(name, t.Grid.Layout())
		h.Refresh()
	}
}

// keepTable remembers the layout of a table for the next time.
func (h *Host) keepTable(name string, l grid.Layout) {
	tables := map[string]grid.Layout{}
	for k, v := range h.settings.Tables {
		tables[k] = v
	}
	tables[name] = l
	if len(l.Sort) == 0 && len(l.Widths) == 0 && len(l.Shown) == 0 && !l.Percent {
		delete(tables, name)
	}
	h.settings.Tables = tables
	if len(tables) == 0 {
		h.settings.Tables = nil
	}
	h.saveSettings()
}
