package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/model/analysis/findings"
	"threadlens/timeline"
)

// headline is a line above the lanes: the first finding as a sentence, and the way to what it
// rests on; or that nothing was found. It has its place from the beginning, so that nothing
// moves when findings come.
type headline struct {
	w          *window
	root       *fyne.Container
	mark       *glyph
	name, text *line
	show, more *button
	first      *findings.Finding // nil for none
	dismissed  bool
}

func newHeadline(w *window) *headline {
	h := &headline{w: w, text: newLine("", theme.ColorNameForeground).fitting(), name: newLine("", theme.ColorNameForeground).bold()}
	h.mark = newGlyph(iconFinding, colorText3)
	h.show = newLink("Show me", h.goTo)
	h.more = newLink("", func() { w.table.get("tab.findings").do() })
	shut := newButton(flat, iconClose, "", func() {
		h.dismissed = true
		h.place()
	})
	shut.height = 24
	h.root = container.NewStack(newBox(colorRaised), container.NewBorder(nil, newRule(), nil, nil,
		container.New(fixed{0, bannerHeight - 1}, container.New(insets{12, 0}, container.New(rowLayout{8},
			h.mark, h.name, withTip(h.text, w.tips), h.show, newGap(4, 0), h.more, shut)))))
	h.root.Hide()
	return h
}

// forget is for another trace.
func (h *headline) forget() {
	h.dismissed = false
	h.tell(nil, "", "Looking for findings…", "")
}

// about shows the first of the findings in the pane that costs time.
func (h *headline) about(p *findingsPane) {
	var first *findings.Finding
	costs, notes := 0, 0
	if p.found != nil && p.failed == nil {
		for i := range p.found.Content.Rows {
			f := &p.found.List[i]
			switch {
			case p.found.Content.Rows[i].Gone:
			case f.Severity == findings.Info:
				notes++
			default:
				if costs++; first == nil {
					first = f
				}
			}
		}
	}
	switch {
	case first != nil && costs > 1:
		h.tell(first, first.Name()+".", first.Sentence, plural(costs-1, "other finding"))
	case first != nil:
		h.tell(first, first.Name()+".", first.Sentence, "")
	case notes > 0:
		h.tell(nil, "", "Nothing that costs time was found in this window"+p.unseen()+".", plural(notes, "note"))
	case p.unseen() != "":
		h.tell(nil, "", p.nothing()+p.unseen()+".", "Why")
	default:
		h.tell(nil, "", p.nothing()+".", "")
	}
}

// tell shows a finding, nil for none, in words.
func (h *headline) tell(f *findings.Finding, name, text, more string) {
	h.first = f
	h.mark.color = colorText3
	ink := colorText2
	if f != nil {
		h.mark.color, ink = theme.ColorNameWarning, theme.ColorNameForeground
		if f.Severity == findings.Problem {
			h.mark.color = theme.ColorNameError
		}
	}
	h.mark.Refresh()
	h.text.paint(ink)
	h.name.set(timeline.Printable(name))
	h.text.set(timeline.Printable(text))
	h.more.set(more, "")
	hide(h.name, name == "")
	hide(h.show, f == nil)
	hide(h.more, more == "")
	h.place()
	h.root.Refresh()
}

// place shows the line, or not.
func (h *headline) place() {
	shown := h.w.s.Trace() != nil && !h.dismissed
	if h.root.Visible() != shown {
		hide(h.root, !shown)
		h.w.frame.Refresh()
	}
}

// goTo shows what the finding rests on, and selects it in the table.
func (h *headline) goTo() {
	p := h.w.findings
	h.w.table.get("tab.findings").do()
	for at := range p.table.g.Len() {
		if r := p.table.g.Row(at); p.of(r) == h.first {
			p.table.choose(at)
			p.goTo(r)
			return
		}
	}
}
