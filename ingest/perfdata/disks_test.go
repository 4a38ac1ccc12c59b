package perfdata

import (
	"encoding/binary"
	"slices"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// disk is a block device in a recording, with its name; the name's length is given by size.
func disk(major, minor, size uint32, name string) string {
	b := binary.LittleEndian.AppendUint32(nil, major)
	b = binary.LittleEndian.AppendUint32(b, minor)
	return string(binary.LittleEndian.AppendUint32(b, size)) + name
}

// TestDiskNames: requests have the names of their devices in the recording; a device without a
// name, or with a damaged one, is shown by its numbers.
func TestDiskNames(t *testing.T) {
	const vda = 254 << 20
	for _, c := range []struct {
		payload string
		want    []string
	}{
		{recorderMagic + disk(254, 0, 4, "vda\x00") + disk(8, 17, 8, "sdb1\x00\x00\x00\x00"), []string{"vda", "254:1"}},
		{recorderMagic + disk(8, 1, 4, "sda1") + disk(254, 1, 6, "vdb\x00\x00\x00"), []string{"254:0", "vdb"}},
		{recorderMagic + disk(254, 0, 0, "") + disk(254, 1, 3, "x"), []string{"254:0", "254:1"}},
		{"OTHERONE" + disk(254, 0, 4, "vda\x00"), []string{"254:0", "254:1"}},
		{"", []string{"254:0", "254:1"}},
	} {
		s := newScene(t, wire.Little, 0)
		issue := s.trace("block:block_rq_issue", "dev_t dev 8 4 0", "sector_t sector 16 8 0",
			"unsigned int nr_sector 24 4 0", "unsigned int bytes 28 4 0", "char rwbs[8] 32 8 0")
		for i := range uint64(2) {
			s.sample(issue, at(10+i, 0, 5, 5), map[string]any{"dev": vda + int(i), "sector": 64, "nr_sector": 8, "bytes": 4096, "rwbs": "R"})
		}
		s.feats[featDisks] = []byte(c.payload)
		var got []string
		d := decode(t, s.file(), true)
		for i := range d.events {
			if e := &d.events[i]; e.Kind == model.KindIssue {
				got = append(got, d.str(e.Name))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("of %q: %q, want %q", c.payload, got, c.want)
		}
	}
}
