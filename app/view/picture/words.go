package picture

import (
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// ThreadLabel is the shortest name of a thread: its own, or its id.
func ThreadLabel(s *session.Session, ix model.ThreadIx) string {
	const most = 24
	title := s.Title(ix)
	if runes := []rune(title); len(runes) > most {
		return string(runes[:most]) + kit.Ellipsis
	}
	return title
}
