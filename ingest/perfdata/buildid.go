package perfdata

import (
	"encoding/hex"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// readBuildIDs reads the table of the files that have samples, with their build ids: records of the
// usual form.
func (m *meta) readBuildIDs(table []byte) error {
	c := wire.NewCursor(table, m.order)
	for c.Left() > 0 {
		c.Skip(4)
		misc, size := c.U16(), c.U16()
		body := c.Bytes(int(size) - recordHeader)
		if err := c.Err(); err != nil {
			return err
		}
		m.buildID(misc, body)
	}
	return nil
}

// buildID notes one of them: a process, 20 bytes and their number, and the file.
func (m *meta) buildID(misc uint16, body []byte) {
	const id, name = 4, 28
	if len(body) <= name || len(m.buildIDs) >= maxMappings {
		return
	}
	n := maxBuildID
	if misc&miscBuildIDSize != 0 {
		n = int(body[id+maxBuildID])
	}
	file := wire.Text(body[name:])
	if text := hexID(body[id:], n); text != "" {
		if m.buildIDs == nil {
			m.buildIDs = map[string]string{}
		}
		m.buildIDs[string(file[:min(len(file), model.MaxName)])] = text
	}
}

// hexID writes the first n bytes of a build id as text, "" where there is none.
func hexID(b []byte, n int) string {
	b = b[:min(len(b), n, maxBuildID)]
	for _, x := range b {
		if x != 0 {
			return hex.EncodeToString(b)
		}
	}
	return ""
}
