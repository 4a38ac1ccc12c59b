package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"threadlens/ingest/internal/controller"
)

// asked is a provider of events that programs of Windows tell themselves.
type asked struct {
	controller.Provider
	what string // its events, at the begin of a sentence
}

// providers are those that are asked for while a recording runs.
func (o *Options) providers() (list []asked) {
	if slices.Contains(o.Groups, Markers) {
		for _, p := range controller.Marks() {
			list = append(list, asked{p, "Marks of programs"})
		}
	}
	if slices.Contains(o.Groups, Methods) {
		list = append(list, asked{controller.Methods(), "Names of .NET methods"})
	}
	return list
}

// xperfProvider is the provider as xperf takes it: with keywords and level where not all events
// are wanted.
func xperfProvider(p controller.Provider) string {
	if p.Keywords == 0 {
		return p.GUID.String()
	}
	return fmt.Sprintf("%v:%#x:%d", p.GUID, p.Keywords, p.Level)
}

// Beside is the file that a recording to path makes besides on Windows, where programs
// are asked too: x.user.etl beside x.etl, since the session of the kernel takes no events
// of programs. By its name it is found when path is opened (ingest/container, Groups). ok
// is false where path has a name by which nothing would be found.
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
				return "", false // a part of a recording by itself
			}
		}
	}
	return dir + stem + ".user" + end, true
}
