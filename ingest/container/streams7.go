package container

import "math"

// Decoders of 7z whose properties determine how much memory they need (7zFormat.txt, Methods.txt),
// and the one that needs a password. The latter also has a number of rounds that could keep it busy
// for years.
const (
	method7zLZMA  = "\x03\x01\x01"
	method7zLZMA2 = "\x21"
	method7zPPMd  = "\x03\x04\x01"
	method7zAES   = "\x06\xf1\x07\x01"
)

// streams reads a description of streams.
func (w *walker7z) streams() (s streams7z) {
	id := w.U8()
	if id == id7PackInfo {
		w.packInfo()
		id = w.U8()
	}
	var own []bool
	if id == id7UnpackInfo {
		own = w.unpackInfo(&s)
		id = w.U8()
	}
	if id == id7SubStreams {
		s.hasSub = true
		w.subStreams(own)
		id = w.U8()
	}
	if id != id7End {
		w.fail(err7zDamaged)
	}
	return s
}

// packInfo reads the places of the packed streams.
func (w *walker7z) packInfo() {
	w.number()
	n := w.count(4*maxMembers, errMembers)
	id := w.U8()
	if id == id7Size {
		w.numbers(n)
		id = w.U8()
	}
	if id == id7CRC {
		w.digests(n)
		id = w.U8()
	}
	if id != id7End {
		w.fail(err7zDamaged)
	}
}

// digests reads checksums, some of which may be missing. It returns which are there, and the first
// one.
func (w *walker7z) digests(n int) (has []bool, first uint32) {
	has = make([]bool, n)
	all := w.U8() != 0
	var mask, b byte
	for i := range has {
		if mask == 0 && !all {
			mask, b = 0x80, w.U8()
		}
		has[i] = all || b&mask != 0
		mask >>= 1
	}
	for i, ok := range has {
		if !ok {
			continue
		}
		if crc := w.U32(); i == 0 {
			first = crc
		}
	}
	return has, first
}

// unpackInfo reads the folders, which are the chains of decoders. It returns which of them have a
// checksum.
func (w *walker7z) unpackInfo(s *streams7z) (own []bool) {
	w.expect(id7Folder)
	s.folders = w.count(maxMembers, errMembers)
	if w.U8() != 0 {
		w.fail(err7zUnusual) // the folders are described elsewhere
	}
	outs := make([]int, s.folders)
	for i := range outs {
		if w.failed() != nil {
			return nil
		}
		outs[i] = w.folder()
	}
	w.expect(id7CodersUnpack)
	for i, n := range outs {
		if sum := w.numbers(n); i == 0 {
			s.unpacked = sum
		}
	}
	own = make([]bool, s.folders)
	id := w.U8()
	if id == id7CRC {
		own, s.crc = w.digests(s.folders)
		s.hasCRC = len(own) > 0 && own[0]
		id = w.U8()
	}
	if id != id7End {
		w.fail(err7zDamaged)
	}
	return own
}

// folder reads one chain of decoders and returns their number, which is also that of their outputs.
func (w *walker7z) folder() int {
	coders := w.count(maxCoders, err7zUnusual)
	ins, memory := 0, uint64(0)
	for range coders {
		in, mem := w.coder()
		ins, memory = ins+in, memory+mem
	}
	if memory > maxDictionary {
		w.fail(err7zMemory)
	}
	bound := coders - 1
	if coders == 0 || ins < coders {
		w.fail(err7zDamaged)
		return 0
	}
	for range bound {
		w.number()
		if w.number() == uint64(bound) {
			// The library takes the last output as the result.
			w.fail(err7zUnusual)
		}
	}
	if packed := ins - bound; packed > 1 {
		w.numbers(packed)
	}
	return coders
}

// coder reads one decoder and returns the number of its inputs and the bytes of memory that it
// needs.
func (w *walker7z) coder() (ins int, memory uint64) {
	flags := w.U8()
	id := string(w.Bytes(int(flags & 0xf)))
	ins = 1
	if flags&0x10 != 0 {
		ins = w.count(maxCoders, err7zUnusual)
		if w.number() != 1 {
			w.fail(err7zUnusual) // no current method has further outputs
		}
	}
	var properties []byte
	if flags&0x20 != 0 {
		properties = w.Bytes(w.count(maxCoders, err7zUnusual))
	}
	if id == method7zAES {
		w.fail(errEncrypted)
	}
	return ins, memory7z(id, properties)
}

// memory7z is what a decoder allocates, in bytes, where that is much.
func memory7z(id string, properties []byte) uint64 {
	word := func() uint64 {
		if len(properties) < 5 {
			return 0
		}
		p := properties[1:]
		return uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24
	}
	switch {
	case id == method7zLZMA, id == method7zPPMd:
		return word()
	case id == method7zLZMA2 && len(properties) > 0:
		p := properties[0]
		if p >= 40 {
			return math.MaxUint32
		}
		return uint64(2|p&1) << (p/2 + 11)
	}
	return 0
}

// subStreams reads the files of each folder.
func (w *walker7z) subStreams(own []bool) {
	files := make([]uint64, len(own))
	for i := range files {
		files[i] = 1
	}
	id := w.U8()
	if id == id7NumUnpack {
		for i := range files {
			files[i] = uint64(w.count(maxMembers, errMembers))
		}
		id = w.U8()
	}
	var all, open, sizes uint64 // open: without a checksum of their own
	for i, n := range files {
		all += n
		if n != 1 || !own[i] {
			open += n
		}
		sizes += n - min(n, 1)
	}
	if all > maxMembers {
		w.fail(errMembers)
		return
	}
	if id == id7Size {
		w.numbers(int(sizes))
		id = w.U8()
	}
	if id == id7CRC {
		// The library reads one for each file, the description of the format requires only those
		// that no folder has. They differ only in archives that no known program writes.
		if all != open {
			w.fail(err7zUnusual)
			return
		}
		w.digests(int(all))
		id = w.U8()
	}
	if id != id7End {
		w.fail(err7zDamaged)
	}
}
