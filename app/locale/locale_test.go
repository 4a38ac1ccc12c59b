//go:build unix && !darwin

package locale

import "testing"

// TestEffective: the first variable that is set determines the locale, and only C and POSIX with an
// encoding name no language.
func TestEffective(t *testing.T) {
	for _, c := range []struct {
		all, messages, lang, want string
		none                      bool
	}{
		{"", "", "", "", false},
		{"", "", "C.UTF-8", "C.UTF-8", true},
		{"", "POSIX.UTF-8", "de_DE.UTF-8", "POSIX.UTF-8", true},
		{"C@euro", "de_DE.UTF-8", "de_DE.UTF-8", "C@euro", true},
		{"de_DE.UTF-8", "C.UTF-8", "C.UTF-8", "de_DE.UTF-8", false},
		{"C", "", "C.UTF-8", "C", false},
		{"Cc.UTF-8", "", "", "Cc.UTF-8", false},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := effective(); got != c.want || noLanguage(got) != c.none {
			t.Errorf("%+v: %q, without a language: %v", c, got, noLanguage(got))
		}
	}
}

// TestNameLanguage: English is named only where the locale has no language and nobody has
// named one.
func TestNameLanguage(t *testing.T) {
	for _, c := range []struct{ locale, language, want string }{
		{"C.UTF-8", "", "en"}, {"C.UTF-8", "de", "de"}, {"de_DE.UTF-8", "", ""}, {"C", "", ""}, {"", "fr", "fr"},
	} {
		t.Setenv("LC_ALL", c.locale)
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANG", "")
		t.Setenv("LANGUAGE", c.language)
		if nameLanguage(); get("LANGUAGE") != c.want {
			t.Errorf("%+v: the language is %q", c, get("LANGUAGE"))
		}
	}
}
