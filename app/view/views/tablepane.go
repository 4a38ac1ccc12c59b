package views

import (
	"io"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/view/kit"
)

// TablePane is a place of the window that shows a table.
type TablePane struct {
	Table  *kit.TableView
	Filter *kit.TableFilter          // nil if there is none
	Shown  func() bool               // reports whether it is visible
	Drawn  func() bool               // reports whether a picture is shown instead; nil for never
	Forget func()                    // resets for another trace; nil if that is done elsewhere
	About  func() session.ReportPart // what is shown of which report; nil: the only table of its view
}

// exportedTable is a table for export to a file.
type exportedTable struct {
	Content, scope string
	Name           string // of the file, without the trace and the ending
	Write          func(f export.Format) func(io.Writer) error
}
