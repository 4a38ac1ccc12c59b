package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// applySettings brings the pictures in line with the settings and saves them.
func (w *shared) applySettings() {
	w.appState.each((*shared).adoptSettings)
	w.SaveSettings()
}

// adoptSettings brings the picture in line with the settings.
func (w *shared) adoptSettings() {
	w.Surface.Overview = w.Settings.Overview
	for _, f := range []*picture.Surface{w.Surface, w.second.surface} {
		f.Grid, f.Quiet = w.Settings.Grid, w.Settings.QuietBackdrops
		f.Gutter = float32(w.Settings.Gutter)
		for _, l := range laneSizes {
			if l.id == w.Settings.LaneSize {
				f.LaneSize = l.size
			}
		}
		f.Fitted()
	}
	w.recount()
	w.Refresh()
}

// splitDropped saves the positions of the split handles.
func (w *shared) splitDropped() {
	w.Settings.BottomShare = float64(w.body.Extent)
	w.Settings.ProfileWidth = float64(w.Split.Extent)
	w.SaveSettings()
	w.Settled()
}

// paneToggled saves whether the bottom pane is shown.
func (w *shared) paneToggled() {
	w.Settings.BottomPane = w.body.Open()
	w.SaveSettings()
	w.paneTimer.Soon()
	w.Refresh()
}

// laneSizes are the names of the lane sizes in the settings and on screen.
var laneSizes = []struct {
	id, title string
	size      timeline.LaneSize
}{
	{keep.LaneComfortable, "Comfortable", timeline.Comfortable},
	{keep.LaneCompact, "Compact", timeline.Compact},
	{keep.LaneDense, "Dense", timeline.Dense},
}

func (w *shared) laneCommands() []*kit.Command {
	choose := func(id string) {
		w.Settings.LaneSize = id
		w.Surface.Pitch = 0
		w.applySettings()
	}
	list := []*kit.Command{{
		ID: "laneNext", Title: "Next Lane Size", Keys: []kit.Key{{Name: fyne.KeyC}}, Enabled: w.IsOpen,
		Run: func() { choose(laneSizes[(w.Surface.LaneSize+1)%timeline.LaneSize(len(laneSizes))].id) },
	}}
	for _, l := range laneSizes {
		list = append(list, &kit.Command{
			ID: "lane." + l.id, Title: l.title, Enabled: w.IsOpen,
			Checked: func() bool { return w.Settings.LaneSize == l.id && w.Surface.Pitch == 0 },
			Run:     func() { choose(l.id) },
		})
	}
	return list
}

// SetLimits sets the thresholds of findings in all windows.
func (w *shared) SetLimits(limits findings.Limits) {
	w.appState.each(func(w *shared) { w.Session.SetLimits(limits) })
}

// RecentChanged saves the recent files and shows them.
func (w *shared) RecentChanged() {
	w.SaveSettings()
	w.appState.each(func(w *shared) {
		w.start.update()
		w.Refresh()
	})
}
