package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// SaveChanges writes to dir what is different from base, which is what this
// process last read or wrote; base becomes s. Programs that run beside each other
// keep their settings in one file: what another one has changed stays, of a setting
// that both have changed the last one written holds, and of the recent files all
// that either has opened and neither has removed.
func (s *Settings) SaveChanges(dir string, base *Settings) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	// Where files cannot be locked, two programs that save at the same instant
	// are taken to be rarer than one that needs its settings kept.
	if unlock, err := lockedfile.MutexAt(filepath.Join(dir, settingsFile+".lock")).Lock(); err == nil {
		defer unlock()
	}
	theirs, err := LoadSettings(dir)
	if _, there := os.Stat(filepath.Join(dir, settingsFile)); err != nil || there != nil {
		theirs = *base // the file is gone or was set aside: all is written again
	}
	merged := theirs
	merged.Recent = nil // merged below, and not to be read into the list of theirs
	if err := merged.adopt(s, base); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	merged.Recent = mergeRecent(s.Recent, base.Recent, theirs.Recent)
	if err := merged.Save(dir); err != nil {
		return err
	}
	s.Recent = merged.Recent
	*base = *s
	base.Recent = slices.Clone(s.Recent)
	return nil
}

// adopt takes over, setting by setting, in what mine is different from base.
func (s *Settings) adopt(mine, base *Settings) error {
	fields := func(s *Settings) (f map[string]json.RawMessage, err error) {
		data, err := json.Marshal(s)
		if err == nil {
			err = json.Unmarshal(data, &f)
		}
		return f, err
	}
	now, err := fields(mine)
	if err != nil {
		return err
	}
	was, err := fields(base)
	if err != nil {
		return err
	}
	for key, value := range now {
		if bytes.Equal(value, was[key]) {
			delete(now, key)
		}
	}
	changes, err := json.Marshal(now)
	if err != nil {
		return err
	}
	return json.Unmarshal(changes, s)
}

// mergeRecent are the recent files of two lists that were base once: each file as
// it was opened last, without those that one of the two has removed since.
func mergeRecent(mine, base, theirs []Recent) []Recent {
	find := func(list []Recent, path string) int {
		return slices.IndexFunc(list, func(r Recent) bool { return r.Path == path })
	}
	var merged []Recent
	take := func(r Recent, other []Recent) {
		removed := false
		if find(other, r.Path) < 0 {
			i := find(base, r.Path)
			removed = i >= 0 && !r.Opened.After(base[i].Opened)
		}
		switch i := find(merged, r.Path); {
		case removed:
		case i < 0:
			merged = append(merged, r)
		case r.Opened.After(merged[i].Opened):
			merged[i] = r
		}
	}
	for _, r := range mine {
		take(r, theirs)
	}
	for _, r := range theirs {
		take(r, mine)
	}
	slices.SortStableFunc(merged, func(a, b Recent) int { return b.Opened.Compare(a.Opened) })
	return merged[:min(len(merged), MaxRecent)]
}
