package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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
	merged, err := mergeSettings(s, base, &theirs)
	if err != nil {
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

// mergeSettings are theirs with that in which mine are different from base.
func mergeSettings(mine, base, theirs *Settings) (merged Settings, err error) {
	var read [3]any
	for i, s := range []*Settings{mine, base, theirs} {
		data, err := json.Marshal(s)
		if err != nil {
			return merged, err
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(&read[i]); err != nil {
			return merged, err
		}
	}
	data, err := json.Marshal(mergeValues(read[0], read[1], read[2]))
	if err != nil {
		return merged, err
	}
	return merged, json.Unmarshal(data, &merged)
}

// mergeValues merges objects key by key; of anything else it is mine if that has
// changed since base, else theirs. nil is a key that is not there, and of an object
// an empty one.
func mergeValues(mine, base, theirs any) any {
	m, isObject := mine.(map[string]any)
	t, areObject := theirs.(map[string]any)
	b, _ := base.(map[string]any)
	if !isObject && !areObject || !isObject && mine != nil || !areObject && theirs != nil {
		if reflect.DeepEqual(mine, base) {
			return theirs
		}
		return mine
	}
	merged := map[string]any{}
	for _, keys := range []map[string]any{m, t} {
		for key := range keys {
			if v := mergeValues(m[key], b[key], t[key]); v != nil {
				merged[key] = v
			}
		}
	}
	if len(merged) == 0 && (mine == nil || theirs == nil) {
		return nil // removed, with all that was in it
	}
	return merged
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
