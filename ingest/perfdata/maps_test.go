package perfdata

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// mapping is a mapping in a record.
type mapping struct {
	pid               uint32
	addr, size, off   uint64
	file, id          string
	kernel, data, old bool
}

// mmap appends an MMAP2 record, or an MMAP record for an old one.
func (c *composer) mmap(time uint64, m mapping) {
	w := where{time: time, pid: m.pid, tid: m.pid, misc: modeUser}
	if m.kernel {
		w.misc = modeKernel
	}
	o := c.order
	b := c.words(m.pid, m.pid)
	for _, x := range []uint64{m.addr, m.size, m.off} {
		b = o.AppendU64(b, x)
	}
	typ := uint32(recMmap)
	if !m.old {
		typ = recMmap2
		which := make([]byte, 24)
		if m.id != "" {
			w.misc |= miscMmapBuildID
			which[0] = byte(copy(which[4:], m.id))
		}
		prot := uint32(5)
		if m.data {
			prot = 3
		}
		b = append(append(b, which...), c.words(prot, 2)...)
	}
	c.other(typ, w, append(append(b, m.file...), make([]byte, 8-len(m.file)%8)...))
}

// exec appends a COMM record of a process that executes another program.
func (c *composer) exec(time uint64, pid uint32) {
	c.comm(where{time: time, pid: pid, tid: pid, misc: miscExec}, pid, pid, "x")
}

// frameTexts are the stacks of a trace's switches, as module!name or address.
func (d *decoded) frameTexts() (list []string) {
	for i := range d.events {
		if e := &d.events[i]; e.Kind == model.KindSwitch {
			var names []string
			for _, f := range d.Tables().Stacks.Frames(e.Stack) {
				name := d.str(f.Name)
				if name == "" {
					name = fmt.Sprintf("%x", f.Addr)
				}
				names = append(names, d.str(f.Module)+"!"+name)
			}
			list = append(list, strings.Join(names, " "))
		}
	}
	return list
}

// TestMappings follows the mappings of processes that fork, execute programs and whose ids are used
// again, in both byte orders.
func TestMappings(t *testing.T) {
	const text = 0xffffffff81000000
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		s := newScene(t, order, sampleCallchain)
		in := func(time uint64, pid uint32, chain ...uint64) {
			w := at(time, 0, pid, pid)
			w.misc, w.chain = modeUser, chain
			s.switched(w, int(pid), 1, 0)
		}
		s.mmap(0, mapping{pid: ^uint32(0), addr: text, size: 0x2000, off: text + 0x100, file: "[kernel.kallsyms]_text", kernel: true, old: true})
		s.mmap(0, mapping{pid: ^uint32(0), addr: text + 0x9000, size: 0x1000, file: "/lib/modules/6/kernel/fs/ext4/ext4.ko.xz", kernel: true, old: true})
		s.mmap(0, mapping{pid: 5, addr: 0x1000, size: 0x2000, off: 0x4000, file: "/bin/prog"})
		s.mmap(0, mapping{pid: 5, addr: 0x8000, size: 0x1000, file: "/lib/data", data: true})
		s.mmap(0, mapping{pid: 5, addr: 0xa000, size: 0x1000, file: "//anon"})
		in(10, 5, contextKernel, text+0x10, text+0x9010, text+0x5000, contextUser, 0x1010, 0x8010, 0xa010, 0x7000)
		in(11, 6, contextUser, 0x1010)
		s.fork(at(20, 0, 5, 5), 6, 5, 6, 5) // a process that inherits the mappings of its parent
		s.mmap(25, mapping{pid: 5, addr: 0x2000, size: 0x1000, file: "/lib/late.so (deleted)", id: "\x01\x02\x03"})
		in(30, 5, contextUser, 0x1010, 0x2010)
		in(31, 6, contextUser, 0x1010, 0x2010)
		s.exec(40, 6)
		in(41, 6, contextUser, 0x1010)
		s.mmap(42, mapping{pid: 6, addr: 0x1000, size: 0x1000, file: "/other/prog"})
		in(43, 6, contextUser, 0x1010)
		s.fork(at(50, 0, 5, 5), 5, 5, 7, 5) // a thread: nothing new
		in(51, 5, contextUser, 0x1010)
		s.fork(at(60, 0, 1, 1), 5, 1, 5, 1) // another process with the id
		in(61, 5, contextUser, 0x1010)
		in(62, 5, contextGuestKernel, text+0x10, ^uint64(2560-1), 0x1010)
		table := append(append(order.AppendU32(nil, ^uint32(0)), make([]byte, 24)...), "/bin/prog\x00"...)
		copy(table[4:], bytes.Repeat([]byte{0xab}, 20))
		head := order.AppendU16(order.AppendU16(order.AppendU32(nil, recBuildID), modeUser), uint16(recordHeader+len(table)))
		s.feats[featBuildID] = append(head, table...)
		d := decode(t, s.file(), true)
		diffLines(t, d.frameTexts(), []string{
			"kernel!ffffffff81000010 [ext4]!ffffffff81009010 kernel!ffffffff81005000 prog!+0x4010 !8010 perf-5.map!a010 !7000",
			"!1010",
			"prog!+0x4010 late.so!+0x10",
			"prog!+0x4010 prog!+0x5010",
			"!1010",
			"/other/prog!+0x10",
			"prog!+0x4010",
			"!1010",
			"!ffffffff81000010 !1010",
		})
		var list []string
		for _, m := range d.Info().Modules {
			list = append(list, fmt.Sprintf("%s %s %.6s %v %x %x", m.Name, m.Path, m.BuildID, m.Kernel, m.Base, m.Size))
		}
		diffLines(t, list, []string{
			"kernel [kernel.kallsyms]  true ffffffff81000100 1f00",
			"[ext4] /lib/modules/6/kernel/fs/ext4/ext4.ko.xz  true 0 0",
			"prog /bin/prog ababab false 0 0",
			"perf-5.map /tmp/perf-5.map  false 0 0",
			"late.so /lib/late.so (deleted) 010203 false 0 0",
			"/other/prog /other/prog  false 0 0",
		})
	}
}

// TestMappingsBounded: endless forks are followed within a bound, and records for which there is no
// room are reported.
func TestMappingsBounded(t *testing.T) {
	m := newMappings(nil)
	m.born(1, 1, 10) // its own parent
	m.left = 1
	for i := range uint64(3) {
		m.add(2, &sample{misc: modeUser}, 0x1000*i, 0x1000, 0, "/bin/x", "")
	}
	if m.full != 2 {
		t.Errorf("%d mappings left out", m.full)
	}
	m.close()
	if _, _, ok := m.find(1, 0x10, 20); ok {
		t.Error("something is found in an empty process")
	}
	if n, offset, ok := m.find(2, 0x10, 20); !ok || n != 0 || offset != 0x10 {
		t.Errorf("module %d at %#x, %v", n, offset, ok)
	}
}
