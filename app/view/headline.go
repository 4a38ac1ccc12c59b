package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/model/analysis/findings"
	"threadlens/timeline"
)

// headline is a line above the lanes: the first finding as a sentence, and the way to what it
// rests on. Without a finding that costs time there is none.
type headline struct {
	w          *window
	root       *fyne.Container
	mark       *glyph
	name, text *line
	more       *button
	first      *findings.Finding // nil for none
	dismissed  bool
}

func newHeadline(w *window) *headline {
	h := &headline{w: w, text: newLine("", theme.ColorNameForeground).fitting(), name: newLine("", theme.ColorNameForeground).bold()}
	h.mark = newGlyph(iconFinding, theme.ColorNameWarning)
	h.more = newLink("", func() { w.table.get("tab.findings").do() })
	shut := newButton(flat, iconClose, "", func() {
		h.dismissed = true
		h.show(nil)
	})
	shut.height = 24
	h.root = container.NewStack(newBox(colorRaised), container.NewBorder(nil, newRule(), nil, nil,
		container.New(fixed{0, bannerHeight - 1}, container.New(insets{12, 0}, container.New(rowLayout{8},
			h.mark, h.name, whole(h.text, w.tips), newLink("Show me", h.goTo), newGap(4, 0), h.more, shut)))))
	h.root.Hide()
	return h
}

// about shows the first of the findings in the pane, if it is more than information.
func (h *headline) about(p *findingsPane) {
	var first *findings.Finding
	more := 0
	if p.found != nil && p.failed == nil {
		for i := range p.found.Content.Rows {
			f := &p.found.List[i]
			switch {
			case p.found.Content.Rows[i].Gone || f.Severity == findings.Info:
			case first == nil:
				first = f
			default:
				more++
			}
		}
	}
	others := ""
	if more > 0 {
		others = plural(more, "other finding")
	}
	h.more.set(others, "")
	hide(h.more, more == 0)
	h.show(first)
}

// forget is for another trace.
func (h *headline) forget() {
	h.dismissed = false
	h.show(nil)
}

// show shows a finding, or nothing for nil.
func (h *headline) show(f *findings.Finding) {
	if h.dismissed {
		f = nil
	}
	h.first = f
	if f != nil {
		h.mark.color = theme.ColorNameWarning
		if f.Severity == findings.Problem {
			h.mark.color = theme.ColorNameError
		}
		h.mark.Refresh()
		h.name.set(f.Name() + ".")
		h.text.set(timeline.Printable(f.Sentence))
	}
	if h.root.Visible() != (f != nil) {
		hide(h.root, f == nil)
		h.w.frame.Refresh()
	} else if f != nil {
		h.root.Refresh()
	}
}

// goTo shows what the finding rests on, and selects it in the table.
func (h *headline) goTo() {
	p := h.w.findings
	if h.first == nil {
		return
	}
	h.w.table.get("tab.findings").do()
	for at := range p.table.g.Len() {
		if r := p.table.g.Row(at); p.of(r) == h.first {
			p.table.choose(at)
			p.goTo(r)
			return
		}
	}
}
