package view

// window is one of the program's windows: a session, and the pages and panes that show it. All its
// methods run on Fyne's goroutine. It is built of floors, each of which embeds the one below and
// knows nothing of those above; see the package comment.
type window struct {
	keyboard
	exports   *exports
	comparing *comparing
}
