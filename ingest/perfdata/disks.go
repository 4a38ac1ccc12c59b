package perfdata

import (
	"strconv"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// minorBits is how many low bits of a block device's number are its minor number.
const minorBits = 20

// maxDisks bounds the names that are read.
const maxDisks = 1 << 16

// diskNames reads the names of block devices in a recording of Threadlens.
func diskNames(c *wire.Cursor) map[uint64]string {
	if string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return nil
	}
	names := map[uint64]string{}
	for c.Left() > 0 && len(names) < maxDisks {
		dev, name := uint64(c.U32())<<minorBits|uint64(c.U32()), text(c)
		if name != "" { // the cursor gives nothing behind the end
			names[dev] = name
		}
	}
	return names
}

// device names a block device: as in the recording, or else as in messages of the kernel,
// "major:minor".
func (d *decoder) device(dev uint64) model.StringID {
	if name, ok := d.m.disks[dev]; ok {
		return d.constant(name)
	}
	var b [32]byte
	name := strconv.AppendUint(b[:0], dev>>minorBits, 10)
	name = append(name, ':')
	return d.name(strconv.AppendUint(name, dev&(1<<minorBits-1), 10))
}
