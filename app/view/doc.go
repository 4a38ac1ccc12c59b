// Package view is the window. It and the packages below it are the only ones that import the
// toolkit, Fyne.
//
// An appState (appstate.go) holds the windows and what they share: settings and look. A window
// (window.go) holds one session.Session: the open trace and how it is being looked at. It
// assembles its parts, each of which is a package below it: kit has the widgets, picture the
// lanes, views and panes what is shown below the lanes or in their place, sheets the dialogs,
// recording what makes traces. To them the window is a host.Host.
//
// What is left here belongs to the window as a whole: the bar, the banner and the status line
// (bar.go, banner.go), the menu and the keys (menu.go, keys.go), the finder (finder.go), the
// pages without a trace (pages.go), opening and preparing a trace (opening.go, prepare.go), and
// what is remembered of it (state.go). Everything the user can do is a command in one table
// (commands.go), which menu, keys, buttons, context menus and the finder share. The menu bar is
// rebuilt only while no menu or dialog is open (menurefresh.go).
//
// How a change takes effect: a gesture or a command changes the session; the session notifies
// its watchers; the surface draws a new frame (package timeline computes it from a Scene) and the
// window updates its panes. The surface never keeps a copy of what the session holds.
//
// Three rules of the toolkit shape the code. All calls are made on Fyne's own goroutine: the
// results of work elsewhere come back through fyne.Do. What moves with the mouse is a canvas
// object above the one raster (picture/overlay.go), because a new raster is a new texture. And
// only run.go imports fyne/v2/app, which needs a display and cgo: everything else is tested
// without either.
//
// Read next: run.go, window.go, follow.go, picture/surface.go, picture/mouse.go; then
// timeline/doc.go for how a frame is made.
package view
