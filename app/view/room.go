package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/findings"
)

// What pages, panes and sheets ask of the window: see host.Room.

// Modifiers are the modifier keys that are down.
func (w *window) Modifiers() fyne.KeyModifier { return w.Surface.Modifiers() }

// HideCards hides what follows the pointer.
func (w *window) HideCards() {
	w.Tips.Hide()
	w.Surface.Over.Card.Hide()
}

// Point shows in the status line what is at an instant.
func (w *window) Point(at, what string) { w.status.point(at, what) }

// ShowMemory shows how much memory is in use.
func (w *window) ShowMemory() { w.status.memory(session.MemoryInUse()) }

// PaneOpen reports whether the pane below the picture is shown.
func (w *window) PaneOpen() bool { return w.body.Open() }

// PanesSoon updates the panes soon.
func (w *window) PanesSoon() { w.paneTimer.Soon() }

// Relayout lays out the window again after a strip above the picture has appeared or disappeared.
func (w *window) Relayout() { w.frame.Refresh() }

// PictureWidth is the width of the picture, dp.
func (w *window) PictureWidth() float32 { return w.Surface.Size().Width }

// PreviewFocus fades the other categories while the pointer is over one in the legend.
func (w *window) PreviewFocus(c model.Category) { w.Surface.PreviewFocus(c) }

// SetLimits sets the thresholds of findings in all windows.
func (w *window) SetLimits(limits findings.Limits) {
	w.appState.each(func(w *window) { w.Session.SetLimits(limits) })
}
