package view

import (
	"bytes"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session/clip"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
)

// copyPictureCommand copies what Export View would export, as a PNG.
func (w *window) copyPictureCommand() *kit.Command {
	tool, ok := clip.Find()
	c := &kit.Command{
		ID: "copyPicture", Title: "Copy Picture", Help: "Copy the picture to the clipboard, with the scale and page layout of the last export",
		Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Ctrl | kit.Shift}}, Enabled: w.HasPicture, Why: views.NoPicture,
		Run: func() { w.copyPicture(tool) },
	}
	if !ok {
		c.Enabled, c.Why = func() bool { return false }, clip.Missing()
	}
	return c
}

// copyPicture draws the flame graph if that has the keyboard, otherwise the view, and copies it in
// the background.
func (w *window) copyPicture(tool clip.Tool) {
	draw := w.shownPicture()
	if w.flameInUse() {
		draw = w.FlamePicture()
	}
	const failed = "Not copied"
	d, err := draw(host.PictureOptions{Dark: w.Look.Current().Dark}, w.Settings.Export.Scale)
	if err != nil {
		w.Complain(failed, err)
		return
	}
	w.Point("", "Copying"+kit.Ellipsis)
	go func() {
		var png bytes.Buffer
		err := d.Write(&png, export.PNG)
		if err == nil {
			err = tool.Copy(png.Bytes())
		}
		fyne.Do(func() {
			w.Point("", "")
			if err != nil {
				w.Complain(failed, err)
				return
			}
			w.Point("", "Copied the picture")
		})
	}()
}
