package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// headline is a line above the lanes: the first finding as a sentence, and the way to what it
// rests on; or that nothing was found. It has its place from the beginning, so that nothing
// moves when findings come.
type headline struct {
	b          *Panes
	root       *fyne.Container
	mark       *kit.Glyph
	name, text *kit.Line
	show, more *kit.Button
	first      *findings.Finding // nil for none
	dismissed  bool
}

func newHeadline(b *Panes) *headline {
	h := &headline{b: b, text: kit.NewLine("", theme.ColorNameForeground).Fitting(), name: kit.NewLine("", theme.ColorNameForeground).Bold()}
	h.mark = kit.NewGlyph(kit.IconFinding, kit.ColorText3)
	h.show = kit.NewLink("Show me", h.goTo)
	h.more = kit.NewLink("", func() { b.Commands.Get("tab.findings").Do() })
	shut := kit.NewButton(kit.Flat, kit.IconClose, "", func() {
		h.dismissed = true
		h.place()
	})
	shut.Height = 24
	h.root = container.NewStack(kit.NewBox(kit.ColorRaised), container.NewBorder(nil, kit.NewRule(), nil, nil,
		container.New(kit.Fixed{0, kit.BannerHeight - 1}, container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(8),
			h.mark, h.name, kit.WithTip(h.text, b.Tips), h.show, kit.NewGap(4, 0), h.more, shut)))))
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
		h.tell(first, first.Name()+".", first.Sentence, kit.Plural(costs-1, "other finding"))
	case first != nil:
		h.tell(first, first.Name()+".", first.Sentence, "")
	case notes > 0:
		h.tell(nil, "", "Nothing that costs time was found in this window"+p.unseen()+".", kit.Plural(notes, "note"))
	case p.unseen() != "":
		h.tell(nil, "", p.nothing()+p.unseen()+".", "Why")
	default:
		h.tell(nil, "", p.nothing()+".", "")
	}
}

// tell shows a finding, nil for none, in words.
func (h *headline) tell(f *findings.Finding, name, text, more string) {
	h.first = f
	h.mark.Color = kit.ColorText3
	ink := kit.ColorText2
	if f != nil {
		h.mark.Color, ink = theme.ColorNameWarning, theme.ColorNameForeground
		if f.Severity == findings.Problem {
			h.mark.Color = theme.ColorNameError
		}
	}
	h.mark.Refresh()
	h.text.Paint(ink)
	h.name.Set(timeline.Printable(name))
	h.text.Set(timeline.Printable(text))
	h.more.Set(more, "")
	kit.Hide(h.name, name == "")
	kit.Hide(h.show, f == nil)
	kit.Hide(h.more, more == "")
	h.place()
	h.root.Refresh()
}

// place shows the line, or not.
func (h *headline) place() {
	shown := h.b.Session.Trace() != nil && !h.dismissed
	if h.root.Visible() != shown {
		kit.Hide(h.root, !shown)
		h.b.Relayout()
	}
}

// goTo shows what the finding rests on, and selects it in the table.
func (h *headline) goTo() {
	p := h.b.findings
	h.b.Commands.Get("tab.findings").Do()
	for at := range p.table.Grid.Len() {
		if r := p.table.Grid.Row(at); p.of(r) == h.first {
			p.table.Choose(at)
			p.goTo(r)
			return
		}
	}
}
