package container

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A 7z file is a signature header of 32 bytes, the packed streams, and the header that describes
// them, which is itself mostly packed (7zFormat.txt). The library allocates what that header
// claims. So it gets only headers that were checked here: the counts are bounded, and so is the
// memory that the decoders require.

// header7z returns the header of a 7z archive, unpacked and checked; nil if the archive is empty.
func header7z(r io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, signatureHeader7z)
	if _, err := r.ReadAt(head, 0); err != nil {
		return nil, cutShort(err)
	}
	if crc32.ChecksumIEEE(head[12:]) != binary.LittleEndian.Uint32(head[8:]) {
		return nil, err7zDamaged
	}
	off, n := binary.LittleEndian.Uint64(head[12:]), binary.LittleEndian.Uint64(head[20:])
	switch room := uint64(size - signatureHeader7z); {
	case n == 0:
		return nil, nil
	case off > room || n > room-off:
		return nil, err7zCut
	case n > maxDirectory:
		return nil, errDirectory
	}
	raw := make([]byte, n)
	if _, err := r.ReadAt(raw, signatureHeader7z+int64(off)); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if crc32.ChecksumIEEE(raw) != binary.LittleEndian.Uint32(head[28:]) {
		return nil, err7zDamaged
	}
	if raw[0] == id7EncodedHeader {
		var err error
		if raw, err = decodeHeader7z(r, size, raw); err != nil {
			return nil, err
		}
	}
	return raw, check7z(raw)
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return err7zCut
	}
	return err
}

// decodeHeader7z unpacks a packed header. To the library it is the only file of
// an archive whose plain header describes the same streams.
func decodeHeader7z(r io.ReaderAt, size int64, raw []byte) ([]byte, error) {
	w := newWalker7z(raw[1:])
	s := w.streams()
	switch {
	case w.failed() != nil:
		return nil, w.failed()
	case s.folders != 1 || s.hasSub:
		return nil, err7zUnusual
	case s.unpacked > maxDirectory:
		return nil, errDirectory
	}
	plain := []byte{id7Header, id7MainStreams}
	plain = append(plain, raw[1:w.Pos()]...) // all but the last id7End
	plain = append(plain, id7SubStreams, id7NumUnpack, 1, id7End, id7End)
	plain = append(plain, id7Files, 1, id7End, id7End)
	z, err := reader7z(r, size, plain)
	if err != nil {
		return nil, err
	}
	rc, err := openFile7z(z.File[0])
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	b, err := io.ReadAll(io.LimitReader(rc, maxDirectory))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", err7zDamaged, err)
	case s.hasCRC && crc32.ChecksumIEEE(b) != s.crc:
		return nil, err7zDamaged
	}
	return b, nil
}

// check7z checks a plain header as far as it describes streams, and the number of files.
func check7z(raw []byte) error {
	w := newWalker7z(raw)
	w.expect(id7Header)
	id := w.U8()
	if id == id7MainStreams {
		w.streams()
		id = w.U8()
	}
	if id == id7Files {
		w.count(maxMembers, errMembers)
	} else if id != id7End {
		w.fail(err7zUnusual) // the archive's properties, or further streams
	}
	return w.failed()
}
