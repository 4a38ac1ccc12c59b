package controls

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/view/kit"
)

// Why a command is disabled.
const (
	noSegment = "No segment is selected."
	noRow     = "No row is selected."
	noRange   = "No time range is selected."
)

// NavigateCommands move through time and from segment to segment.
func (k *Controls) NavigateCommands() []*kit.Command {
	quarter := func(dir int) func() { return func() { k.Session.Pan(dir * k.Session.View().Width / 4) } }
	walk := func(dir int) func() {
		return func() {
			if k.readChart(dir) || k.walkRow(dir) {
				return
			}
			if k.HasSegment() {
				k.Session.StepSegment(dir)
			} else {
				k.Session.Pan(dir * k.Session.View().Width / 4)
			}
		}
	}
	return []*kit.Command{
		{ID: "panLeft", Title: "Pan Left", Keys: []kit.Key{{Name: fyne.KeyA}, {Name: fyne.KeyJ}}, Enabled: k.IsOpen, Run: quarter(-1)},
		{ID: "panRight", Title: "Pan Right", Keys: []kit.Key{{Name: fyne.KeyD}, {Name: fyne.KeyL}}, Enabled: k.IsOpen, Run: quarter(1)},
		{
			ID: "prev", Title: "Previous Segment", Help: "Select the previous segment. If none is selected, pan left. In charts, go to the next value to the left",
			Keys: []kit.Key{{Name: fyne.KeyLeft}, {Char: ','}}, Enabled: k.IsOpen, Run: walk(-1),
		},
		{
			ID: "next", Title: "Next Segment", Help: "Select the next segment. If none is selected, pan right. In charts, go to the next value to the right",
			Keys: []kit.Key{{Name: fyne.KeyRight}, {Char: '.'}}, Enabled: k.IsOpen, Run: walk(1),
		},
		{
			ID: "prevSame", Title: "Previous Segment of Same Category", Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Ctrl}},
			Enabled: k.HasSegment, Why: noSegment, Run: func() { k.Say(k.Session.StepSame(-1)) },
		},
		{
			ID: "nextSame", Title: "Next Segment of Same Category", Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Ctrl}},
			Enabled: k.HasSegment, Why: noSegment, Run: func() { k.Say(k.Session.StepSame(1)) },
		},
		{ID: "waker", Title: "Go to Waker", Keys: []kit.Key{{Char: '['}}, Enabled: k.hasWaker, Why: "The thread that ended the selected wait is unknown.", Run: k.Session.ToWaker},
		{ID: "woken", Title: "Go to Woken Thread", Keys: []kit.Key{{Char: ']'}}, Enabled: k.HasSegment, Why: noSegment, Run: func() { k.Say(k.Session.ToWoken()) }},
		{ID: "range", Title: "Select Time Range of Segment", Keys: []kit.Key{{Name: fyne.KeyR}}, Enabled: k.HasSegment, Why: noSegment, Run: k.markSegment},
		{ID: "zoomRange", Title: "Zoom to Range", Keys: []kit.Key{{Name: fyne.KeyZ}}, Enabled: k.HasMarked, Why: noRange, Run: k.Session.ShowMarked},
		{ID: "escape", Title: "Deselect", Help: "Close, cancel or deselect", Keys: []kit.Key{{Name: fyne.KeyEscape}}, Run: k.Escape},
	}
}

// hasWaker reports whether the waker of the selected wait is known.
func (k *Controls) hasWaker() bool {
	_, ok := k.Session.Waker()
	return ok && k.IsOpen()
}

// markSegment selects the time range of the selected segment.
func (k *Controls) markSegment() {
	if seg, ok := k.Session.Segment(); ok {
		k.Session.Mark(seg.Range)
	}
}

// RowCommands move from row to row.
func (k *Controls) RowCommands() []*kit.Command {
	step := func(dir int) func() {
		return func() {
			if k.hasRow() {
				k.Session.StepRow(dir)
			} else {
				k.Surface.ScrollRows(dir)
			}
		}
	}
	page := func(dir int) func() { return func() { k.scrollPage(dir) } }
	return []*kit.Command{
		{ID: "rowUp", Title: "Row Up", Help: "Select the previous row; scroll up when none is selected", Keys: []kit.Key{{Name: fyne.KeyUp}}, Enabled: k.IsOpen, Run: step(-1)},
		{ID: "rowDown", Title: "Row Down", Help: "Select the next row; scroll down when none is selected", Keys: []kit.Key{{Name: fyne.KeyDown}}, Enabled: k.IsOpen, Run: step(1)},
		{ID: "pageUp", Title: "Page Up", Keys: []kit.Key{{Name: fyne.KeyPageUp}}, Enabled: k.IsOpen, Run: page(-1)},
		{ID: "pageDown", Title: "Page Down", Keys: []kit.Key{{Name: fyne.KeyPageDown}}, Enabled: k.IsOpen, Run: page(1)},
		{ID: "first", Title: "First Row", Keys: []kit.Key{{Name: fyne.KeyHome}}, Enabled: k.IsOpen, Run: func() { k.Surface.ScrollTo(0) }},
		{ID: "last", Title: "Last Row", Keys: []kit.Key{{Name: fyne.KeyEnd}}, Enabled: k.IsOpen, Run: func() { k.Surface.ScrollTo(k.Session.Lanes().Height()) }},
		{
			ID: "context", Title: "Context Menu", Keys: []kit.Key{{Name: desktop.KeyMenu}, {Name: fyne.KeyF10, Mods: kit.Shift}},
			Enabled: k.hasRow, Why: noRow, Run: k.contextMenuOfSelection,
		},
		{
			ID: "enter", Title: "Select Segment of Row", Help: "If a thread is selected, select its segment in the middle of the time window. If a group is selected, expand or collapse it", Keys: []kit.Key{{Name: fyne.KeyReturn}, {Name: fyne.KeyEnter}},
			Enabled: k.hasRow, Why: noRow, Run: k.enterRow,
		},
	}
}

// FocusCommands are bound to the digits: each focuses the n-th category of the legend.
func (k *Controls) FocusCommands() []*kit.Command {
	list := []*kit.Command{{
		ID: "focus.0", Title: "All Categories", Keys: []kit.Key{{Char: '0'}}, Enabled: k.IsOpen,
		Run: func() { k.Session.SetFocus(k.Session.Focus()) },
	}}
	for i, c := range kit.CategoryOrder[:9] {
		list = append(list, &kit.Command{
			ID: "focus." + strconv.Itoa(i+1), Title: "Focus " + c.Title(), Keys: []kit.Key{{Char: '1' + rune(i)}},
			Enabled: k.IsOpen, Run: func() { k.focusNth(i, c) },
		})
	}
	return append(list, k.leaveOutCommands()...)
}
