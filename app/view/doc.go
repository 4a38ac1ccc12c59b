// Package view is the window. It and its widgets (package kit) are all that knows the
// toolkit, Fyne.
//
// An appState (appstate.go) holds the windows and what they share: settings and look. A
// window (window.go) holds one session.Session, which is what is open and
// being looked at, and shows it in three ways: the surface (surface.go), one
// widget with overview, ruler, gutter and lanes; the bottom pane with the
// profile (profile.go) and tabs (tabs.go), each in a file of its own: the profile
// report, the details of the selection with its stacks, contention, the call trees
// and their flame graph (flame.go, flamekeys.go), the findings, the critical path,
// hints, and any report; and the lines round them (bar.go, banner.go). Every table is a
// kit.TableView, which shows a grid.Grid. The views (views.go) share the
// surface; what it has beside the chart of the CPU use is in usechart.go, and the
// panes below it are in utilization.go and corespane.go. Measurement
// (measurepage.go) and Monitor (monitorpage.go) are pages of cards instead, with
// charts of their own (plotview.go).
// recordform.go and recordsubject.go ask what to record (inview.go scrolls to what
// has the keyboard), recordrun.go follows the recording, and recordstrip.go shows
// one whose dialog is put away.
// symbols.go has the names of functions looked for and tells what is missing.
// state.go remembers how a trace was left and reads and writes view files.
// Everything the user can do is a command in one table (commands.go), which
// menu, keys, buttons, context menus and the palette (finder.go) share; a file
// may give it other keys (keymap.go), and the settings (settingssheet.go) show the
// lasting choices among them, the thresholds of findings (settingsfindings.go) and the
// places of symbols (settingssymbols.go). The menu bar is rebuilt only while nobody
// reads it (menurefresh.go).
//
// The way of a change: a gesture or a command changes the session; the session
// tells its watchers; the surface draws a new frame (timeline does, as a function
// of a Scene) and the window brings its panes up to date. The surface never
// keeps a copy of what the session knows.
//
// Three rules of the toolkit shape the code. All calls are made on Fyne's own
// goroutine: work elsewhere comes back through fyne.Do. What moves with the
// mouse is a canvas object above the one raster (overlay.go), because a new
// raster is a new texture. And only run.go imports fyne/v2/app, which needs a
// display and cgo: all else is tested without either.
//
// Read next: run.go, window.go, follow.go, surface.go, mouse.go; then
// timeline/doc.go for how a frame comes to be.
package view
