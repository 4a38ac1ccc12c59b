package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// SaveChanges writes to dir what differs from base, which is what this process last read or wrote;
// base becomes s. Programs that run at the same time share one file: what another one has changed
// stays, a setting that both have changed gets the value written last, and the recent files are all
// that either has opened and neither has removed.
func (s *Settings) SaveChanges(dir string, base *Settings) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	// Where files cannot be locked, two programs saving at the same instant are considered rarer
	// than one that needs its settings kept.
	if unlock, err := lockedfile.MutexAt(filepath.Join(dir, settingsFile+".lock")).Lock(); err == nil {
		defer unlock()
	}
	mine, err := asRead(s)
	if err != nil {
		return err
	}
	before, err := asRead(base)
	if err != nil {
		return err
	}
	_, theirs, err := loadSettings(dir)
	if err != nil || theirs == nil {
		theirs = before // the file is gone or was set aside: everything is written again
	}
	recent, others := splitRecent(theirs[recentKey])
	merged := mergeValues(mine, before, theirs).(map[string]any)
	s.Recent = mergeRecent(s.Recent, base.Recent, recent)
	merged[recentKey] = joinRecent(s.Recent, others)
	if err := writeSettings(dir, merged); err != nil {
		return err
	}
	*base = *s
	base.Recent = slices.Clone(s.Recent)
	return nil
}

// asRead are settings as if read from a file.
func asRead(s *Settings) (all map[string]any, err error) {
	data, err := json.Marshal(s)
	if err == nil {
		err = decodeNumbers(data, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return all, nil
}

// decodeNumbers decodes an object; its numbers stay as written.
func decodeNumbers(data []byte, all *map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(all); err != nil {
		return err
	}
	if _, err := d.Token(); *all == nil || !errors.Is(err, io.EOF) {
		return errors.New("the file is not a single JSON object")
	}
	keepNulls(*all)
	return nil
}

// null is a null value, as opposed to a missing one.
type null struct{}

func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// keepNulls replaces nil by null.
func keepNulls(all map[string]any) {
	for key, value := range all {
		switch v := value.(type) {
		case nil:
			all[key] = null{}
		case map[string]any:
			keepNulls(v)
		}
	}
}

// mergeValues merges objects key by key; for anything else it is mine if that has changed since
// base, else theirs. nil is a missing key, and an empty object.
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
		return nil // removed, with everything in it
	}
	return merged
}

// mergeRecent merges two lists of recent files that both derive from base: each file as it was
// opened last, without those that either has removed since.
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

// recentKey is the key of Settings.Recent in the file.
const recentKey = "recent"

// splitRecent reads the recent files one by one: list are those that this version understands,
// others the other entries, by path or, without one, by position.
func splitRecent(read any) (list []Recent, others map[string]any) {
	entries, _ := read.([]any)
	others = map[string]any{}
	for i, e := range entries {
		var r Recent
		data, err := json.Marshal(e)
		if err == nil {
			err = json.Unmarshal(data, &r)
		}
		if err != nil || r.Path == "" {
			others[fmt.Sprintf("\x00%d", i)] = e
			continue
		}
		list = append(list, r)
		others[r.Path] = e
	}
	return list, others
}

// joinRecent are the recent files as written: with what a newer version stores for them, and with
// the entries that this version does not understand.
func joinRecent(list []Recent, others map[string]any) []any {
	joined := []any{}
	for _, r := range list {
		e := map[string]any{}
		if old, ok := others[r.Path].(map[string]any); ok {
			e = maps.Clone(old)
		}
		e["path"], e["format"], e["span_ns"], e["size_bytes"], e["opened"] = r.Path, r.Format, r.SpanNS, r.Size, r.Opened
		joined = append(joined, e)
	}
	for _, key := range slices.Sorted(maps.Keys(others)) {
		if key[0] == 0 {
			joined = append(joined, others[key])
		}
	}
	return joined
}
