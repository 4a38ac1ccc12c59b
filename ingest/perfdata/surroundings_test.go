package perfdata

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestSurroundings: control groups and processes in a recording are read, with times from the first
// record on; entries that contradict themselves are left out, and reading ends at damage. A
// recording that was killed has none.
func TestSurroundings(t *testing.T) {
	const group = `{"Group":{"Path":"/a","Quota":30000000,"Period":100000000,"First":{"At":5,"Periods":2,"Throttled":1,"Time":7},"Last":{"At":1000000000000,"Periods":9,"Throttled":8,"Time":70}}}` + "\n"
	const process = `{"Process":{"PID":60,"At":20000,"Group":"/a","Arguments":["java","-cp","app"],"Policy":"batch","Nice":5,"CPUs":"0-1","MemoryLimit":4096,"MajorFaults":3}}` + "\n"
	s := newScene(t, wire.Little, 0)
	s.switched(at(10, 0, 5, 5), 5, 0, 6)
	s.switched(at(30, 0, 6, 6), 6, 1, 5)
	read := func(payload string) *model.Info {
		s.feats[featSurroundings] = []byte(payload)
		d := decode(t, s.file(), true)
		if d.diag("unread") != nil {
			t.Errorf("%q could not be read", payload)
		}
		return d.info
	}
	full := recorderMagic + group + strings.Replace(group, "30000000", "-1", 1) + process + strings.Replace(process, `"PID":60`, `"PID":4294967295`, 1)
	info := read(full + "{")
	start := model.Time(info.Clock.StartNS)
	wantGroups := []model.Group{{
		Path: "/a", Quota: 30e6, Period: 100e6,
		First: model.GroupAccount{Periods: 2, Throttled: 1, Time: 7},
		Last:  model.GroupAccount{At: 1e12 - start, Periods: 9, Throttled: 8, Time: 70},
	}}
	if !reflect.DeepEqual(info.Groups, wantGroups) {
		t.Errorf("groups are\n%+v\nwant\n%+v", info.Groups, wantGroups)
	}
	want := []model.Surroundings{{
		PID: 60, At: max(0, 20000-start), Group: "/a", Arguments: []string{"java", "-cp", "app"}, Policy: "batch", Nice: 5, CPUs: "0-1",
		MemoryLimit: 4096, MajorFaults: 3,
	}}
	if !reflect.DeepEqual(info.Surroundings, want) {
		t.Errorf("surroundings are\n%+v\nwant\n%+v", info.Surroundings, want)
	}
	for _, payload := range []string{"", "TLRECOR", "OTHERONE" + group, recorderMagic, recorderMagic + `{"Group":7}` + group} {
		if info := read(payload); info.Groups != nil || info.Surroundings != nil {
			t.Errorf("of %q: %+v, %+v", payload, info.Groups, info.Surroundings)
		}
	}
	many := wire.NewCursor(append([]byte(recorderMagic), bytes.Repeat([]byte(`{"Process":{"PID":1}}`), maxSurroundings+1)...), wire.Little)
	if list := surroundingsOf(many); len(list.surroundings) != maxSurroundings {
		t.Errorf("%d of too many are kept", len(list.surroundings))
	}
}
