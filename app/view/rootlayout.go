package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

const (
	// narrowWidth is the width in dp below which the profile becomes a tab, or with large text the
	// width of the smallest window scaled with the text, if that is greater.
	narrowWidth = 1100
	// lowHeight is the height in dp below which the bottom pane starts hidden.
	lowHeight = 720
	// leastWidth and leastHeight are the size of the smallest window in dp, menuRoom is more than
	// the height of any menu bar in it.
	leastWidth, leastHeight, menuRoom = 960, 600, 40
)

// rootLayout lays out the window: a background and the file's name, which reach up behind the menu
// bar, and the frame and the tooltips above them. The toolkit's menu bar is above the content, and
// has no room for a text of ours.
type rootLayout struct{ resized func(fyne.Size) }

// MinSize implements fyne.Layout.
func (l rootLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[2].MinSize().Max(fyne.NewSize(leastWidth, leastHeight-menuRoom))
}

// Layout implements fyne.Layout.
func (l rootLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	menu := float32(0)
	if c := fyne.CurrentApp().Driver().CanvasForObject(objects[0]); c != nil {
		menu = max(0, c.Size().Height-size.Height)
	}
	kit.Place(objects[0], 0, -menu, size.Width, size.Height+menu)
	kit.Place(objects[1], size.Width/2, -menu, size.Width/2-14, menu)
	kit.Hide(objects[1], menu == 0)
	kit.Fixed{}.Layout(objects[2:], size)
	l.resized(size)
}
