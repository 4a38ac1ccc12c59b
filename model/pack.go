package model

// Rows repeat: what a thread does on a processor, it does again and again, only
// at other times and with other peers. So a packed row is a start, the number of
// its contents in a dictionary that the whole trace shares, and its peer if it
// has one.

// dictionary numbers keys in the order in which they come.
type dictionary struct {
	n     int
	slots []dictSlot // an open hash table
	words slab[uint32]
	codes [blockLen]uint32 // of the block being packed
}

// dictSlot is empty where code is 0; else the key has number code-1.
type dictSlot struct {
	key  uint64
	code uint32
}

// code is the number of a key; when it is the number of keys so far, it is new.
func (d *dictionary) code(key uint64) uint32 {
	if mask := uint64(len(d.slots) - 1); len(d.slots) > 0 {
		if s := &d.slots[hashKey(key)&mask]; s.key == key && s.code != 0 {
			return s.code - 1
		}
	}
	return d.search(key)
}

// search is code for keys that are not where they are looked for first.
func (d *dictionary) search(key uint64) uint32 {
	if 4*d.n >= len(d.slots) {
		d.grow()
	}
	mask := uint64(len(d.slots) - 1)
	for i := hashKey(key) & mask; ; i = (i + 1) & mask {
		s := &d.slots[i]
		if s.code == 0 {
			d.n++
			*s = dictSlot{key, uint32(d.n)}
			return s.code - 1
		}
		if s.key == key {
			return s.code - 1
		}
	}
}

func hashKey(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> 32 }

func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]dictSlot, max(64, 2*len(old)))
	mask := uint64(len(d.slots) - 1)
	for _, s := range old {
		if s.code == 0 {
			continue
		}
		i := hashKey(s.key) & mask
		for d.slots[i].code != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = s
	}
}

// block makes a block of n rows with d.codes, and words for what stands beside.
func (d *dictionary) block(n, beside int) (b block, side []uint32) {
	b = block{wide: d.n > 1<<16}
	coded := (n + 1) / 2
	if b.wide {
		coded = n
	}
	b.words = d.words.take(n + coded + beside)[:n+coded+beside]
	words := b.words[n:][:coded]
	if b.wide {
		copy(words, d.codes[:n])
		return b, b.words[n+coded:]
	}
	if n%2 != 0 {
		d.codes[n] = 0 // the other half of the last word
	}
	for i := range min(len(words), blockLen/2) {
		words[i] = d.codes[2*i] | d.codes[2*i+1]<<16
	}
	return b, b.words[n+coded:]
}

// coded are the words with the codes, and those beside.
func (b *block) coded() (codes, side []uint32) {
	n := int(b.n)
	if b.wide {
		return b.words[n : 2*n], b.words[2*n:]
	}
	k := n + (n+1)/2
	return b.words[n:k], b.words[k:]
}

// segPacker packs segments. Their peers, which differ most, stand beside the
// codes, of those rows that have one; a word more lets them be read ahead.
type segPacker struct {
	dictionary
	rows  []packedSeg // by code
	peers [blockLen]uint32
}

// packedSeg is what a code of a segment stands for.
type packedSeg struct {
	row  segRow // without its peer
	side uint32 // 1 if it has one
}

// segHasPeer is the bit of a key that no context reaches.
const segHasPeer = 1 << 63

func (r *segRow) key() uint64 {
	key := uint64(r.cpu) | uint64(r.flags)<<16 | uint64(r.state)<<32 | uint64(r.sub)<<40 | uint64(r.cat)<<48 | uint64(r.ctx)<<56
	if r.peer != NoThread {
		key |= segHasPeer
	}
	return key
}

func (p *segPacker) pack(cells []cell[segRow]) block {
	n := 0
	for i := range cells[:min(len(cells), blockLen)] {
		row := &cells[i].row
		key := row.key()
		code := p.code(key)
		if int(code) == len(p.rows) {
			s := packedSeg{*row, uint32(key >> 63)}
			s.row.peer = NoThread
			p.rows = append(p.rows, s)
		}
		p.codes[i] = code
		p.peers[n] = uint32(row.peer)
		n += int(key >> 63)
	}
	b, side := p.block(len(cells), n+1)
	words := b.words[:len(cells)]
	for i := range cells {
		words[i] = uint32(cells[i].start - cells[0].start)
	}
	copy(side, p.peers[:n])
	return b
}

// peer is that of a row, if the next one beside is v.
func (s *packedSeg) peer(v uint32) ThreadIx { return ThreadIx(v | (s.side - 1)) }

func (p *segPacker) unpack(b *block, cells []cell[segRow]) []cell[segRow] {
	codes, side := b.coded()
	cells = cells[:b.n]
	starts := b.words[:len(cells)]
	k := uint32(0)
	for i := range cells {
		x := &cells[i]
		s := &p.rows[codeAt(codes, i, b.wide)]
		x.start, x.row = b.base+Time(starts[i]), s.row
		x.row.peer = s.peer(side[k])
		k += s.side
	}
	return cells
}

func (p *segPacker) next(b *block, i, k int) (segRow, int) {
	codes, side := b.coded()
	s := &p.rows[codeAt(codes, i, b.wide)]
	row := s.row
	row.peer = s.peer(side[k])
	return row, k + int(s.side)
}

func (p *segPacker) skip(b *block, i int) (k int) {
	codes, _ := b.coded()
	for j := range i {
		k += int(p.rows[codeAt(codes, j, b.wide)].side)
	}
	return k
}

// codeAt is code i of a block.
func codeAt(codes []uint32, i int, wide bool) uint32 {
	if wide {
		return codes[i]
	}
	return codes[i/2] >> (16 * (i & 1)) & 0xFFFF
}

// slicePacker packs the slices of CPUs.
type slicePacker struct {
	dictionary
	rows []sliceRow // by code
}

func (r *sliceRow) key() uint64 {
	key := uint64(r.occ) | uint64(r.flags)<<32
	if r.switched {
		key |= 1 << 48
	}
	return key
}

func (p *slicePacker) pack(cells []cell[sliceRow]) block {
	for i := range cells {
		code := p.code(cells[i].row.key())
		if int(code) == len(p.rows) {
			p.rows = append(p.rows, cells[i].row)
		}
		p.codes[i] = code
	}
	b, _ := p.block(len(cells), 0)
	for i := range cells {
		b.words[i] = uint32(cells[i].start - cells[0].start)
	}
	return b
}

func (p *slicePacker) unpack(b *block, cells []cell[sliceRow]) []cell[sliceRow] {
	codes, _ := b.coded()
	cells = cells[:b.n]
	for i := range cells {
		cells[i] = cell[sliceRow]{b.start(i), p.rows[codeAt(codes, i, b.wide)]}
	}
	return cells
}

func (p *slicePacker) next(b *block, i, side int) (sliceRow, int) {
	codes, _ := b.coded()
	return p.rows[codeAt(codes, i, b.wide)], side
}

func (p *slicePacker) skip(*block, int) (side int) { return 0 }
