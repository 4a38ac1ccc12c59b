package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Within walks the visible objects in o in the order of the Tab key and reports whether ok holds
// for one of them.
func Within(o fyne.CanvasObject, ok func(fyne.CanvasObject) bool) bool {
	if o == nil || !o.Visible() {
		return false
	}
	if ok(o) {
		return true
	}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case *container.Scroll:
		parts = []fyne.CanvasObject{o.Content}
	case *container.Split:
		parts = []fyne.CanvasObject{o.Leading, o.Trailing}
	case *Split:
		parts = []fyne.CanvasObject{o.First, o.Second}
	case *ListRow:
		parts = []fyne.CanvasObject{o.Content}
	}
	for _, p := range parts {
		if Within(p, ok) {
			return true
		}
	}
	return false
}
