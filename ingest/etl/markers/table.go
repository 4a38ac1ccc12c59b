package markers

import "threadlens/ingest/etl/payload"

// Limits on what is learned from one file. They are far above what occurs, and low enough that a
// hostile file costs little.
const (
	maxProviders   = 1 << 14
	maxEvents      = 1 << 16 // kinds of events, of all providers
	maxSchemaBytes = 16 << 20
	maxManifests   = 8 << 20 // bytes of XML that are read
	maxParts       = 16 << 20
	maxVersions    = 4 // manifests of one provider, from different builds
)

// Table is what the first pass finds out about the events of a file. Learn and Freeze are for one
// goroutine; after Freeze any number may read.
type Table struct {
	providers map[payload.GUID]*provider
	last      *provider // of the previous record
	numbers   numbers
	parts     map[partsKey]*payload.ManifestParts

	events        int // kinds
	schemaBytes   int // of kept schemas
	manifestBytes int // read so far
	partBytes     int // in parts
	left          int64
	unread        int64 // schemas and manifests that are unreadable, or too many

	scratch []byte
}

// partsKey distinguishes manifests whose parts arrive at the same time.
type partsKey struct {
	provider payload.GUID
	pid      uint32
}

// NewTable makes an empty Table.
func NewTable() *Table {
	return &Table{
		providers: map[payload.GUID]*provider{},
		numbers:   newNumbers(),
		parts:     map[partsKey]*payload.ManifestParts{},
	}
}

// provider finds or adds the provider; nil if there are too many.
func (t *Table) provider(g payload.GUID) *provider {
	if t.last != nil && t.last.guid == g {
		return t.last
	}
	p := t.providers[g]
	if p == nil {
		if len(t.providers) >= maxProviders {
			return nil
		}
		p = &provider{guid: g, events: map[eventKey]*event{}}
		if k := knownProviders[g]; k != nil {
			p.name, p.rule, p.tasks, p.fixed = k.name, k.rule, k.tasks, true
		}
		t.providers[g] = p
	}
	t.last = p
	return p
}
