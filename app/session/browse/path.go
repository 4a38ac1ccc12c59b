package browse

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Path is the absolute path that a typed or pasted text means in a folder. The text may be in
// quotes, begin with ~ for the user's home, or be a file:// address; "" is the folder itself.
func Path(text, folder string) string {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"`, `'`} {
		if len(text) >= 2 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			text = text[1 : len(text)-1]
		}
	}
	if u, err := url.Parse(text); err == nil && strings.EqualFold(u.Scheme, "file") && u.Path != "" {
		text = u.Path
		if runtime.GOOS == "windows" {
			text = strings.TrimPrefix(text, "/") // of /C:/folder
		}
	}
	if rest, ok := strings.CutPrefix(text, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			text = home + rest
		}
	}
	if !filepath.IsAbs(text) {
		text = filepath.Join(folder, text)
	}
	return filepath.Clean(text)
}

// Split is the folder that a text means and what is typed after it: the beginning of a name, "" at
// the end of a folder's path.
func Split(text, folder string) (dir, name string) {
	path := Path(text, folder)
	if text = strings.Trim(strings.TrimSpace(text), `"'`); text == "" || text == "~" || os.IsPathSeparator(text[len(text)-1]) {
		return path, ""
	}
	return filepath.Split(path)
}

// Complete is the text with the name at its end continued as far as all entries that begin with it
// agree, and with a separator after the only folder.
func Complete(text, name string, entries []Entry) string {
	longest, count, last := "", 0, Entry{}
	for _, e := range entries {
		if !HasPrefix(e.Name, name) {
			continue
		}
		if count++; count == 1 {
			longest = e.Name
		}
		for !HasPrefix(e.Name, longest) {
			longest = longest[:len(longest)-1]
		}
		last = e
	}
	if count == 0 || len(longest) < len(name) {
		return text
	}
	longest = strings.ToValidUTF8(longest, "")
	if count == 1 && last.Folder {
		longest += string(filepath.Separator)
	}
	return text[:len(text)-len(name)] + longest
}

// Contains reports whether a name contains a text, in any case.
func Contains(name, text string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(text))
}

// HasPrefix reports whether a name begins with a text, in any case.
func HasPrefix(name, text string) bool {
	return len(name) >= len(text) && strings.EqualFold(name[:len(text)], text)
}
