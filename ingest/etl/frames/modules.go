package frames

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/spaces"
)

// identities distinguish the files of images. Names do not: a 64-bit Windows has two kernel32.dll.
// Besides the size, they are distinguished by the linker's date and the id of the symbols, which
// are in separate events that merging a recording puts before those of the images, with the same
// time, process and address.
type identities struct {
	paths      names
	sources    map[source]int32
	sourceList []source // from 1 on
	pdbs       names
	ids        []identity
	found      []module // from 1 on
	known      map[fileKey]uint32
	titles     []string // of modules
}

// source is what the event of an image itself contains about its file.
type source struct {
	path  uint32 // in identities.paths
	stamp uint32
}

// identity is what a separate event contains about the file of an image.
type identity struct {
	base, size uint64 // size 0: unknown
	time       int64
	pid        uint32
	stamp      uint32
	symbols    symbolsKey
}

// symbolsKey distinguishes files of symbols.
type symbolsKey struct {
	id   payload.GUID
	age  uint32
	name uint32 // in identities.pdbs
}

// fileKey distinguishes files. A field of 0 is unknown.
type fileKey struct {
	name    uint32 // without folder, in Map.files
	size    uint64
	stamp   uint32
	symbols symbolsKey
}

// module is a file of images.
type module struct {
	fileKey
	path   uint32 // the first of several in alphabetical order
	kernel bool
	lives  int    // how often it was loaded
	same   uint32 // the module to which this one turned out to be equal, or 0
}

// FileID adds an event at time t about the file of an image.
func (m *Map) FileID(t int64, e *payload.ImageID) {
	m.addID(identity{base: e.Base, size: e.Size, time: t, pid: spaceOf(e.PID, e.Base), stamp: e.Timestamp})
}

// PDB adds an event at time t about the symbols of an image.
func (m *Map) PDB(t int64, e *payload.PDB) {
	name, ok := m.pdbs.id(e.Name)
	if !ok {
		m.left.Full++
		return
	}
	m.addID(identity{base: e.Base, time: t, pid: spaceOf(e.PID, e.Base), symbols: symbolsKey{e.ID, e.Age, name}})
}

func (m *Map) addID(id identity) {
	switch {
	case m.closed:
		m.left.Late++
	case len(m.ids) == maxRecords:
		m.left.Full++
	default:
		m.ids = append(m.ids, id)
	}
}

// source is the number of what the event of an image contains, 0 without room.
func (m *Map) source(path payload.UTF16, stamp uint32) int32 {
	m.text = path.Append(m.text[:0])
	id, _ := m.paths.id(m.text)
	s := source{id, stamp}
	n, ok := m.sources[s]
	if !ok && len(m.sourceList) < maxRecords {
		if m.sources == nil {
			m.sources, m.sourceList = map[source]int32{}, make([]source, 1)
		}
		n = int32(len(m.sourceList))
		m.sources[s] = n
		m.sourceList = append(m.sourceList, s)
	}
	return n
}

// sortIDs prepares the identities for searches.
func (m *Map) sortIDs() {
	m.sources = nil
	m.found, m.known = make([]module, 1), map[fileKey]uint32{}
	slices.SortStableFunc(m.ids, func(a, b identity) int { return cmp.Or(a.place(b.pid, b.base), cmp.Compare(a.time, b.time)) })
}

func (id *identity) place(pid uint32, base uint64) int {
	return cmp.Or(cmp.Compare(id.pid, pid), cmp.Compare(id.base, base))
}

// moduleOf is the number of the module of an image, 0 for one without a name, or without room.
func (m *Map) moduleOf(pid uint32, l *spaces.Life) uint32 {
	if l.Module <= 0 {
		return 0
	}
	s := m.sourceList[l.Module]
	k := m.identify(pid, l)
	k.name, k.stamp = l.Name, cmp.Or(k.stamp, s.stamp)
	n, ok := m.known[k]
	if !ok {
		if len(m.found) > maxModules {
			return 0
		}
		n = uint32(len(m.found))
		m.known[k] = n
		m.found = append(m.found, module{fileKey: k, path: s.path})
	}
	mod := &m.found[n]
	if m.paths.get(s.path) < m.paths.get(mod.path) {
		mod.path = s.path
	}
	mod.kernel = mod.kernel || pid == kernelPID
	mod.lives++
	return n
}

// identify finds what was reported about the file of an image: when an event first reported it, or
// else while it was there.
func (m *Map) identify(pid uint32, l *spaces.Life) fileKey {
	base, size := l.Place()
	k := fileKey{size: size}
	from, _ := slices.BinarySearchFunc(m.ids, base, func(id identity, base uint64) int { return id.place(pid, base) })
	for _, then := range []bool{true, false} {
		for i := from; i < len(m.ids) && m.ids[i].place(pid, base) == 0 && i-from < maxTold; i++ {
			id := &m.ids[i]
			if then && id.time != l.Seen || !l.During(id.time) || id.size != 0 && id.size != size {
				continue
			}
			k.stamp = cmp.Or(k.stamp, id.stamp)
			k.symbols = cmp.Or(k.symbols, id.symbols)
		}
	}
	return k
}

// settle finds out which modules are the same, and names them: among several with one name, the
// most frequent has it alone, and the others add as much of the path as distinguishes them.
func (m *Map) settle() {
	groups := map[uint32][]uint32{} // by name
	for n := 1; n < len(m.found); n++ {
		k := m.found[n].name
		groups[k] = append(groups[k], uint32(n))
	}
	m.titles = make([]string, len(m.found))
	taken := map[string]bool{}
	var others []uint32
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		g := groups[name]
		m.unite(g)
		g = slices.DeleteFunc(g, func(n uint32) bool { return m.found[n].same != 0 })
		slices.SortFunc(g, m.compare)
		m.titles[g[0]] = m.files.get(m.found[g[0]].name)
		taken[m.titles[g[0]]] = true
		others = append(others, g[1:]...)
	}
	slices.SortFunc(others, m.compare)
	for _, n := range others {
		m.titles[n] = m.longer(&m.found[n], taken)
		taken[m.titles[n]] = true
	}
	for n := range m.found {
		if same := m.found[n].same; same != 0 {
			m.titles[n] = m.titles[same]
		}
	}
	m.ids, m.sourceList, m.known = nil, nil, nil
}

// unite assigns what was reported about a file without an identity to the file that it must be: the
// only one with its name and size that nothing contradicts.
func (m *Map) unite(group []uint32) {
	if len(group) > maxAlike {
		return
	}
	slices.SortStableFunc(group, func(a, b uint32) int { return cmp.Compare(m.found[b].told(), m.found[a].told()) })
	for i, n := range group {
		a := &m.found[n]
		fits := 0
		for _, o := range group[:i] {
			if b := &m.found[o]; b.same == 0 && a.part(&b.fileKey) {
				fits, a.same = fits+1, o
			}
		}
		if fits != 1 {
			a.same = 0
			continue
		}
		b := &m.found[a.same]
		b.lives, b.kernel = b.lives+a.lives, b.kernel || a.kernel
	}
}

// part reports whether k agrees with another key, but has fewer known fields.
func (k *fileKey) part(o *fileKey) bool {
	return k.told() < o.told() && k.size == o.size && (k.stamp == 0 || k.stamp == o.stamp) &&
		(k.symbols == symbolsKey{} || k.symbols == o.symbols)
}

// told is how many of the fields are known.
func (k *fileKey) told() (n int) {
	if k.stamp != 0 {
		n++
	}
	if k.symbols != (symbolsKey{}) {
		n++
	}
	return n
}

// compare is the order of modules in which they take names.
func (m *Map) compare(x, y uint32) int {
	a, b := &m.found[x], &m.found[y]
	pathA, pathB := m.paths.get(a.path), m.paths.get(b.path)
	return cmp.Or(cmp.Compare(b.lives, a.lives), strings.Compare(m.files.get(a.name), m.files.get(b.name)),
		strings.Compare(strings.ToLower(pathA), strings.ToLower(pathB)), strings.Compare(pathA, pathB),
		cmp.Compare(a.size, b.size), cmp.Compare(a.stamp, b.stamp), strings.Compare(a.buildID(), b.buildID()),
		strings.Compare(m.pdbs.get(a.symbols.name), m.pdbs.get(b.symbols.name)))
}

// longer is a name for a module whose short name is taken.
func (m *Map) longer(mod *module, taken map[string]bool) string {
	file := m.Paths.Display(m.paths.get(mod.path))
	if i := strings.LastIndexByte(file, '\\'); i > 0 {
		folder := file[strings.LastIndexByte(file[:i], '\\')+1 : i]
		if name := shortFolder(folder) + file[i:]; !taken[name] {
			return name
		}
	}
	if !taken[file] {
		return file
	}
	name := fmt.Sprintf("%s (%s)", file, cmp.Or(mod.buildID(), mod.imageID(), fmt.Sprintf("%#x bytes", mod.size)))
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s (%d)", file, n)
	}
	return name
}

// shortFolder shortens a folder for use in a name. Those of side-by-side assemblies and of native
// images of .NET are long, and begin with the architecture or a hash.
func shortFolder(s string) string {
	const most, some = 24, 8
	if len(s) <= most {
		return s
	}
	if i := strings.IndexByte(s[:most], '_'); i > 0 {
		return s[:i]
	}
	return strings.ToValidUTF8(s[:some], "")
}

// buildID is GUID and age of the symbols, in the notation of symbol servers, "" when unknown.
func (k *fileKey) buildID() string {
	if k.symbols == (symbolsKey{}) {
		return ""
	}
	return fmt.Sprintf("%s%X", strings.ToUpper(strings.ReplaceAll(k.symbols.id.String(), "-", "")), k.symbols.age)
}

// imageID is date and size of the image, in the notation of symbol servers, "" when unknown.
func (k *fileKey) imageID() string {
	if k.stamp == 0 {
		return ""
	}
	return fmt.Sprintf("%08X%x", k.stamp, k.size)
}

// title is the name of the module of an image.
func (m *Map) title(o *spaces.Owner) string {
	if o.Module != 0 {
		return m.titles[o.Module]
	}
	return m.files.get(o.Name)
}
