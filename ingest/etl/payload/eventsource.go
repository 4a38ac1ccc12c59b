package payload

// ManifestChunk is a part of the XML manifest of an EventSource, which it sends itself as event
// EventSourceManifest.
type ManifestChunk struct {
	Major, Minor uint8
	Total        uint16 // chunks of the manifest
	Number       uint16 // of this one, below Total
	Data         []byte // UTF-8
}

// First bytes of a chunk: its format, and a magic byte.
const (
	chunkFormat = 1
	chunkMagic  = 0x5B
)

// Decode implements Decoder. It also returns false for anything that is not a chunk.
func (e *ManifestChunk) Decode(b []byte, _ Layout) bool {
	if len(b) < 8 || b[0] != chunkFormat || b[3] != chunkMagic {
		return false
	}
	e.Major, e.Minor = b[1], b[2]
	e.Total, e.Number = le.Uint16(b[4:]), le.Uint16(b[6:])
	e.Data = b[8:]
	return e.Number < e.Total
}

// MaxManifest bounds a manifest, in bytes; those of the largest known providers are a fifth as
// large.
const MaxManifest = 1 << 20

// ManifestParts assembles a manifest from its chunks, in any order. Keep one for each provider and
// process. Its memory is bounded.
type ManifestParts struct {
	total uint16
	size  int
	parts map[uint16][]byte
}

// Add adds a copy of a chunk, and returns the manifest when this was the last one missing,
// otherwise nil. A chunk that does not belong to the others starts over; a manifest that exceeds
// MaxManifest is given up.
func (m *ManifestParts) Add(c *ManifestChunk) []byte {
	if _, again := m.parts[c.Number]; again || c.Total != m.total {
		*m = ManifestParts{total: c.Total, parts: map[uint16][]byte{}}
	}
	m.size += len(c.Data)
	if m.size > MaxManifest {
		*m = ManifestParts{}
		return nil
	}
	m.parts[c.Number] = append([]byte(nil), c.Data...)
	if len(m.parts) < int(m.total) {
		return nil
	}
	whole := make([]byte, 0, m.size)
	for i := range m.total {
		whole = append(whole, m.parts[i]...)
	}
	*m = ManifestParts{}
	return whole
}
