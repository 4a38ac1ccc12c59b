//go:build unix && !darwin

// Package locale keeps the toolkit from complaining about locales without a
// language, such as C.UTF-8: it reads them as if they named one, before main and
// so also where a verb opens no window. A language named to it spares the
// message, and no other.
//
// The package must be initialized before the toolkit is. Packages are in the order
// of their paths as soon as all that they import is; this one imports nothing but
// syscall, so that its turn comes before that of unicode, which the toolkit needs.
package locale

import "syscall"

func init() {
	if noLanguage(effective()) && get("LANGUAGE") == "" {
		_ = syscall.Setenv("LANGUAGE", "en") // an old name for the same: C has no translations
	}
}

// effective is the locale of messages.
func effective() string {
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := get(name); locale != "" {
			return locale
		}
	}
	return ""
}

// noLanguage reports whether a locale is C or POSIX with an encoding. Without one
// the toolkit knows them.
func noLanguage(locale string) bool {
	for i := range len(locale) {
		if locale[i] == '.' || locale[i] == '@' {
			return locale[:i] == "C" || locale[:i] == "POSIX"
		}
	}
	return false
}

func get(name string) string {
	value, _ := syscall.Getenv(name)
	return value
}
