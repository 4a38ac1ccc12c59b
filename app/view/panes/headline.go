package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// headline is a line above the lanes: the first finding as a sentence with a link to its evidence,
// or that nothing was found. Its place is reserved from the beginning, so that nothing moves when
// findings arrive.
type headline struct {
	of         *findingsPane // nil before the first findings
	b          *Bar
	Root       *fyne.Container
	mark       *kit.Glyph
	Name, Text *kit.Line
	Show, More *kit.Button
	First      *findings.Finding // nil for none
	Dismissed  bool
}

func newHeadline(b *Bar) *headline {
	text := newHeadlineText(b.Tips)
	h := &headline{b: b, Text: text.one, Name: kit.NewLine("", theme.ColorNameForeground).Bold()}
	h.mark = kit.NewGlyph(kit.IconFinding, kit.ColorText3)
	h.Show = kit.NewLink("Show me", h.GoTo)
	h.More = kit.NewLink("", func() { b.Commands.Get("tab.findings").Do() })
	shut := kit.NewButton(kit.Flat, kit.IconClose, "", func() {
		h.Dismissed = true
		h.Place()
	})
	shut.Height = 24
	h.Root = container.NewStack(kit.NewBox(kit.ColorRaised), container.NewBorder(nil, kit.NewRule(), nil, nil,
		container.New(kit.Fixed{0, kit.BannerHeight - 1}, container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(8),
			h.mark, h.Name, text.root, h.Show, kit.NewGap(4, 0), h.More, shut)))))
	h.Root.Hide()
	return h
}

// Forget resets for another trace.
func (h *headline) Forget() {
	h.Dismissed = false
	h.tell(nil, "", computingFindings, "")
}

// computingFindings stands where findings will be.
const computingFindings = "Computing findings…"

// about shows the pane's first finding that costs time.
func (h *headline) about(p *findingsPane) {
	h.of = p
	var first *findings.Finding
	n := 0
	if p.Found != nil && p.failed == nil {
		n = p.count()
		for i := range p.Found.List {
			if f := &p.Found.List[i]; first == nil && f.Severity > findings.Info && !p.Found.Content.Rows[i].Gone {
				first = f
			}
		}
	}
	every := "" // as many as the tab says
	if n > 1 || first == nil {
		every = "All findings (" + timeline.FormatCount(int64(n)) + ")"
	}
	switch {
	case p.stale():
		h.tell(nil, "", computingFindings, "")
	case first != nil:
		h.tell(first, first.Name()+".", first.Sentence, every)
	case n > 0:
		h.tell(nil, "", "No problems or warnings in this time window"+p.unseen()+".", every)
	case p.unseen() != "":
		h.tell(nil, "", p.nothing()+p.unseen()+".", "Why")
	default:
		h.tell(nil, "", p.nothing()+".", "")
	}
}

// tell shows a finding, nil for none.
func (h *headline) tell(f *findings.Finding, name, text, more string) {
	h.First = f
	h.mark.Color = kit.ColorText3
	ink := kit.ColorText2
	if f != nil {
		h.mark.Color, ink = theme.ColorNameWarning, theme.ColorNameForeground
		if f.Severity == findings.Problem {
			h.mark.Color = theme.ColorNameError
		}
	}
	h.mark.Refresh()
	h.Text.Paint(ink)
	h.Name.Set(timeline.Printable(name))
	h.Text.Set(timeline.Printable(text))
	h.Text.Tip = ""
	if f != nil {
		h.Text.Tip = timeline.Printable(query.SentenceTip(h.of.Found.Query.Trace, f))
	}
	h.More.Set(more, "")
	kit.Hide(h.Name, name == "")
	kit.Hide(h.Show, f == nil)
	kit.Hide(h.More, more == "")
	h.Place()
	h.Root.Refresh()
}

// Place shows or hides the line.
func (h *headline) Place() {
	shown := h.b.Session.Trace() != nil && !h.Dismissed
	if h.Root.Visible() != shown {
		kit.Hide(h.Root, !shown)
		h.b.Relayout()
	}
}

// GoTo shows the evidence of the finding, and selects it in the table.
func (h *headline) GoTo() {
	p := h.of
	h.b.Commands.Get("tab.findings").Do()
	for at := range p.Table.Grid.Len() {
		if r := p.Table.Grid.Row(at); p.of(r) == h.First {
			p.Table.Choose(at)
			p.GoTo(r)
			return
		}
	}
}
