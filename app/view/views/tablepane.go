package views

import (
	"io"

	"threadlens/app/export"
	"threadlens/app/view/kit"
)

// TablePane is a place of the window that shows a table.
type TablePane struct {
	Table  *kit.TableView
	Filter *kit.TableFilter // nil without
	Shown  func() bool      // it is to be seen
	Drawn  func() bool      // a picture is shown instead; nil for never
	Forget func()           // resets for another trace; nil where others do so
}

// exportedTable is a table that can be written to a file.
type exportedTable struct {
	Content, scope string
	Write          func(f export.Format) func(io.Writer) error
}
