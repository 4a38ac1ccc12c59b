// Package view is the window. It and its widgets (package kit) are all that knows the
// toolkit, Fyne.
//
// An appState (appstate.go) holds the windows and what they share: settings and look. A
// window (window.go) holds one session.Session, which is what is open and being looked at.
// It puts its parts together, each of which is a package below it: kit has the widgets,
// picture the lanes, views and panes what stands below or in place of them, sheets the
// dialogs, recording what makes traces. They have the window as a host.Host.
//
// What is left here belongs to the window as a whole: the bar, the banner and the status
// line (bar.go, banner.go), the menu and the keys (menu.go, keys.go), the finder
// (finder.go), the pages without a trace (pages.go), opening and preparing a trace
// (opening.go, prepare.go), and what is remembered of it (state.go). Everything the user can
// do is a command in one table (commands.go), which menu, keys, buttons, context menus and
// the finder share. The menu bar is rebuilt only while nobody reads it (menurefresh.go).
//
// The way of a change: a gesture or a command changes the session; the session
// tells its watchers; the surface draws a new frame (timeline does, as a function
// of a Scene) and the window brings its panes up to date. The surface never
// keeps a copy of what the session knows.
//
// Three rules of the toolkit shape the code. All calls are made on Fyne's own
// goroutine: work elsewhere comes back through fyne.Do. What moves with the
// mouse is a canvas object above the one raster (picture/overlay.go), because a new
// raster is a new texture. And only run.go imports fyne/v2/app, which needs a
// display and cgo: all else is tested without either.
//
// Read next: run.go, window.go, follow.go, picture/surface.go, picture/mouse.go; then
// timeline/doc.go for how a frame comes to be.
package view
