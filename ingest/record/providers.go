package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"threadlens/ingest/internal/controller"
)

// asked is a provider of events that Windows programs write.
type asked struct {
	controller.Provider
	what string // its events, at the start of a sentence
}

// providers are the requested ones, while a recording runs.
func (o *Options) providers() (list []asked) {
	if slices.Contains(o.Groups, Markers) {
		for _, p := range controller.Marks() {
			list = append(list, asked{p, "User markers"})
		}
	}
	if slices.Contains(o.Groups, Methods) {
		list = append(list, asked{controller.Methods(), ".NET method names"})
	}
	return list
}

// xperfProvider is the provider in xperf's notation: with keywords and level where not all events
// are recorded.
func xperfProvider(p controller.Provider) string {
	if p.Keywords == 0 {
		return p.GUID.String()
	}
	return fmt.Sprintf("%v:%#x:%d", p.GUID, p.Keywords, p.Level)
}

// Beside is the second file that a recording to path makes on Windows, where events of programs are
// recorded too: x.user.etl for x.etl, since the kernel's session takes no events of programs. Its
// name is how it is found when path is opened (ingest/container, Groups). ok is false where path
// has a name by which it would not be found.
func Beside(path string) (beside string, ok bool) {
	const end = ".etl"
	dir, name := filepath.Split(path)
	at := len(name) - len(end)
	if at <= 0 || !strings.EqualFold(name[at:], end) {
		return "", false
	}
	stem := name[:at]
	if parts := strings.Split(strings.ToLower(stem), "."); len(parts) > 1 {
		for _, p := range parts[max(1, len(parts)-2):] { // a number may follow
			if strings.HasPrefix(p, "kernel") || strings.HasPrefix(p, "clr") || strings.HasPrefix(p, "user") {
				return "", false // path itself names a part of a recording
			}
		}
	}
	return dir + stem + ".user" + end, true
}
