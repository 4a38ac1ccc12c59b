// Package view is the window. It and the packages below it are the only ones that import the
// toolkit, Fyne.
//
// An appState (appstate.go) is what the program's windows share: settings and look. A window holds
// one session.Session: the open trace and how it is being looked at. It shows that with its parts,
// each of which is a package below this one: kit has the widgets, picture the lanes, views and panes
// what is shown below the lanes or in their place, sheets the dialogs, recording what makes traces.
// To them the window is a host.Host.
//
// A window is built of seven floors; each embeds the one below, so it can use that and cannot even
// name what is above. From the ground up:
//
//	parts       parts.go       what the window consists of, and what its parts ask of it: the command
//	                           bar (bar.go), the menu (menu.go), the banner, the notice, the status
//	                           line (statusline.go), the pages without a trace (pages.go)
//	background  prepare.go     what is computed about the open trace after its first picture
//	shared      appstate.go    the other windows, and the settings and the look that all adopt
//	                           (settings.go, lookcommands.go, percent.go)
//	keeper      state.go       what is remembered of a view, and how it is restored
//	opener      opening.go     opening and closing: traces, view files, the window
//	keyboard    keys.go        keys, Escape, the finder (finder.go, findcommands.go), the regions that
//	                           the keyboard moves through (regions.go)
//	window      window.go      reactions to changes of the session (follow.go), the table of commands
//	                           (commands.go), the state file (statefile.go); build.go makes all of it
//
// The parts and the exports (export.go) take only what they need, mostly a Host. Everything the user
// can do is a command in one table, which menu, keys, buttons, context menus and the finder share;
// what is below the commands finds them by their names. The menu bar is rebuilt only while no menu
// or dialog is open.
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
// Read next: run.go, build.go, parts.go, follow.go, picture/surface.go, picture/mouse.go; then
// timeline/doc.go for how a frame is made.
package view
