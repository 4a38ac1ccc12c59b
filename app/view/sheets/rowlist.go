package sheets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/kit"
)

// listRow is the height of a row of a list, dp.
const listRow = 26

// RowList is a list, one row of which is chosen by mouse or arrow keys.
type RowList struct {
	widget.List
	at      int // the chosen row
	chosen  func(i int)
	pressed func(*fyne.KeyEvent) // handles all other keys
}

// newRowList makes a list; texts returns the two texts of a row, left and right.
func newRowList(tips *kit.TipLayer, length func() int, texts func(i int) (left, right string)) *RowList {
	l := &RowList{chosen: func(int) {}}
	l.Length = length
	l.CreateItem = func() fyne.CanvasObject {
		return container.New(kit.Fixed{0, listRow}, container.New(kit.Insets{8, 0}, container.New(kit.RowLayout(10),
			kit.WithTip(kit.NewLine("", theme.ColorNameForeground).Fitting(), tips), kit.NewCaption("", kit.ColorText2).Right())))
	}
	l.UpdateItem = func(i widget.ListItemID, row fyne.CanvasObject) {
		left, right := texts(i)
		parts := row.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*fyne.Container).Objects
		parts[0].(*fyne.Container).Objects[0].(*kit.Line).Set(left)
		parts[1].(*kit.Line).Set(right)
		kit.Hide(parts[1], right == "") // leaves its room to the other
		row.Refresh()
	}
	l.OnSelected = func(i widget.ListItemID) { l.at = i; l.chosen(i) }
	l.ExtendBaseWidget(l)
	return l
}

// choose chooses a row, from which the arrow keys then go on.
func (l *RowList) choose(row int) {
	l.Select(row)
	for range row {
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
}

// TypedKey implements fyne.Focusable: the arrow keys choose a row.
func (l *RowList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(e)
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		l.pressed(e)
	}
}

// VisibleText implements kit.TextWidget: the rows, also those out of sight.
func (l *RowList) VisibleText() (text string, parts []fyne.CanvasObject) {
	for i := range l.Length() {
		row := l.CreateItem()
		l.UpdateItem(i, row)
		row.Resize(fyne.NewSize(l.Size().Width, row.MinSize().Height))
		row.Move(fyne.NewPos(0, float32(i)*row.MinSize().Height))
		parts = append(parts, row)
	}
	return "", parts
}
