//go:build unix && !darwin

// Package locale keeps the toolkit from complaining about locales without a language, such as
// C.UTF-8, which it would do before main, and so also for verbs that open no window. Setting a
// language avoids that message, and has no other effect.
//
// The package must be initialized before the toolkit is. Packages are initialized in the order of
// their paths once all that they import are; this one imports nothing but syscall, so its turn
// comes before that of unicode, which the toolkit needs.
package locale

import "syscall"

func init() { nameLanguage() }

// nameLanguage names a language to the toolkit where the environment names none.
func nameLanguage() {
	if noLanguage(effective()) && get("LANGUAGE") == "" {
		_ = syscall.Setenv("LANGUAGE", "en") // an old name for the same: C has no translations
	}
}

// effective is the locale for messages.
func effective() string {
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := get(name); locale != "" {
			return locale
		}
	}
	return ""
}

// noLanguage reports whether a locale is C or POSIX with an encoding. The toolkit handles those
// without one.
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
