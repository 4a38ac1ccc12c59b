package etltest

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
	"unicode/utf16"

	"threadlens/ingest/internal/recorded"
)

// vector is a payload of a real recording with the values in it.
type vector struct {
	Name    string   `json:"name"`
	Class   string   `json:"provider"`
	Opcode  uint8    `json:"opcode"`
	Version uint16   `json:"version"`
	Pointer int      `json:"pointer_size"`
	Hex     string   `json:"payload_hex"`
	Fields  [][2]any `json:"fields"`
	payload []byte
	values  map[string]uint64
}

func vectors(t *testing.T) []vector {
	t.Helper()
	list, err := os.ReadFile(recorded.Path(t, "etl", "payload-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(list))
	dec.UseNumber()
	var all struct{ Vectors []vector }
	if err := dec.Decode(&all); err != nil {
		t.Fatal(err)
	}
	for i := range all.Vectors {
		v := &all.Vectors[i]
		var err error
		if v.payload, err = hex.DecodeString(v.Hex); err != nil {
			t.Fatal(err)
		}
		v.values = map[string]uint64{}
		for _, f := range v.Fields {
			if n, ok := f[1].(json.Number); ok {
				v.values[f[0].(string)] = number(t, n)
			}
		}
	}
	return all.Vectors
}

func number(t *testing.T, n json.Number) uint64 {
	t.Helper()
	var u uint64
	if json.Unmarshal([]byte(n), &u) == nil {
		return u
	}
	i, err := n.Int64()
	if err != nil {
		t.Fatal(err)
	}
	return uint64(i)
}

func (v *vector) u8(name string) uint8   { return uint8(v.values[name]) }
func (v *vector) i8(name string) int8    { return int8(v.values[name]) }
func (v *vector) u16(name string) uint16 { return uint16(v.values[name]) }
func (v *vector) u32(name string) uint32 { return uint32(v.values[name]) }
func (v *vector) u64(name string) uint64 { return v.values[name] }

// text is the UTF-16 string at an offset of the payload, up to its zero.
func (v *vector) text(at int) string {
	var units []uint16
	for ; at+1 < len(v.payload); at += 2 {
		u := binary.LittleEndian.Uint16(v.payload[at:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// makers compose the payload of a vector from its values.
var makers = map[string]func(m Maker, v *vector) Record{
	"CSwitch": func(m Maker, v *vector) Record {
		return m.CSwitch(0, v.Version, CSwitch{
			New: v.u32("NewThreadId"), Old: v.u32("OldThreadId"),
			NewPrio: v.i8("NewThreadPriority"), OldPrio: v.i8("OldThreadPriority"), CState: v.u8("PreviousCState"),
			Reason: v.i8("OldThreadWaitReason"), Mode: v.i8("OldThreadWaitMode"), State: v.i8("OldThreadState"),
			Ideal: v.i8("OldThreadWaitIdealProcessor"), WaitTime: v.u32("NewThreadWaitTime"), Reserved: v.u32("Reserved"),
		})
	},
	"Ready": func(m Maker, v *vector) Record { return m.Ready(0, v.u32("TThreadId"), v.u8("Flag")) },
	"Priority": func(m Maker, v *vector) Record {
		return m.Priority(0, v.Opcode, v.u32("ThreadId"), v.u8("OldPriority"), v.u8("NewPriority"))
	},
	"Thread": func(m Maker, v *vector) Record {
		start := v.u64("StartAddr")
		if v.Version >= 3 {
			start = v.u64("Affinity")
		}
		return m.Thread(0, v.Opcode, v.Version, Thread{
			PID: v.u32("ProcessId"), TID: v.u32("TThreadId"),
			Stacks: [4]uint64{v.u64("StackBase"), v.u64("StackLimit"), v.u64("UserStackBase"), v.u64("UserStackLimit")},
			Start:  start, Win32Start: v.u64("Win32StartAddr"), Teb: v.u64("TebBase"), Tag: v.u32("SubProcessTag"),
			Base: v.u8("BasePriority"), Page: v.u8("PagePriority"), IO: v.u8("IoPriority"),
			Flags: v.u8("ThreadFlags") | v.u8("WaitMode"),
		})
	},
	"Image": func(m Maker, v *vector) Record {
		at := map[uint16]int{0: v.Pointer + 4, 1: 2*v.Pointer + 4}[v.Version]
		if v.Version >= 2 {
			at = 3*v.Pointer + 32
		}
		return m.Image(0, v.Opcode, v.Version, Image{
			Base: v.u64("BaseAddress"), Size: v.u64("ModuleSize"), PID: v.u32("ProcessId"),
			Checksum: v.u32("ImageCheckSum"), Stamp: v.u32("TimeDateStamp"), Default: v.u64("DefaultBase"),
			Path: v.text(at),
		})
	},
	"Sample": func(m Maker, v *vector) Record {
		return m.Sample(0, v.u64("InstructionPointer"), v.u32("ThreadId"), v.u16("Count"), v.u8("Reserved"))
	},
	"Interval": func(m Maker, v *vector) Record {
		return m.Interval(0, v.Opcode, v.Version, v.u32("Source"), v.u32("NewInterval"), v.u32("OldInterval"), v.text(12))
	},
	"DPC": func(m Maker, v *vector) Record {
		return m.DPC(0, v.Opcode, int64(v.u64("InitialTime")), v.u64("Routine"))
	},
	"ISR": func(m Maker, v *vector) Record {
		return m.ISR(0, int64(v.u64("InitialTime")), v.u64("Routine"), v.u16("Vector"))
	},
	"MessageISR": func(m Maker, v *vector) Record {
		return m.MessageISR(0, int64(v.u64("InitialTime")), v.u64("Routine"), v.u16("Vector"), v.u32("MessageNumber"))
	},
	"SysCallEnter": func(m Maker, v *vector) Record { return m.SysCallEnter(0, v.u64("SysCallAddress")) },
	"SysCallExit":  func(m Maker, v *vector) Record { return m.SysCallExit(0, v.u32("SysCallNtStatus")) },
	"Disk": func(m Maker, v *vector) Record {
		return m.Disk(0, v.Opcode, v.Version, v.disk())
	},
	"Flush": func(m Maker, v *vector) Record { return m.Flush(0, v.Version, v.disk()) },
	"DiskInit": func(m Maker, v *vector) Record {
		return m.DiskInit(0, v.Opcode, v.Version, v.u64("Irp"), v.u32("IssuingThreadId"), 0)
	},
	"File": func(m Maker, v *vector) Record {
		return m.File(0, v.Opcode, v.u64("FileObject"), v.text(v.Pointer))
	},
	"HardFault": func(m Maker, v *vector) Record {
		return m.HardFault(0, int64(v.u64("InitialTime")), v.u64("ReadOffset"), v.u64("VirtualAddress"),
			v.u64("FileObject"), v.u32("TThreadId"), v.u32("ByteCount"))
	},
	"Fault": func(m Maker, v *vector) Record {
		return m.Fault(0, v.Opcode, v.u64("VirtualAddress"), v.u64("ProgramCounter"))
	},
	"Virtual": func(m Maker, v *vector) Record {
		return m.Virtual(0, v.Opcode, v.u64("BaseAddress"), v.u64("RegionSize"), v.u32("ProcessId"), v.u32("Flags"))
	},
	"Terminate": func(m Maker, v *vector) Record { return m.Terminate(0, v.u32("ProcessId")) },
	"GroupMasks": func(m Maker, v *vector) Record {
		var masks [8]uint32
		for i := range masks {
			masks[i] = v.u32("GroupMask" + string(rune('1'+i)))
		}
		return m.GroupMasks(0, v.Opcode, masks)
	},
	"StackWalk": func(m Maker, v *vector) Record {
		p := payload{b: v.payload[16:]}
		var addrs []uint64
		for at := 0; at < len(p.b); at += 8 {
			addrs = append(addrs, binary.LittleEndian.Uint64(p.b[at:]))
		}
		return m.StackWalk(0, int64(v.u64("EventTimeStamp")), v.u32("StackProcess"), v.u32("StackThread"), addrs...)
	},
}

func (v *vector) disk() Disk {
	return Disk{
		Disk: v.u32("DiskNumber"), Flags: v.u32("IrpFlags"), Bytes: v.u32("TransferSize"),
		Offset: int64(v.u64("ByteOffset")), File: v.u64("FileObject"), IRP: v.u64("Irp"),
		Response: v.u64("HighResResponseTime"), TID: v.u32("IssuingThreadId"),
	}
}

// makerOf names the maker of each opcode, by class.
var makerOf = map[GUID]map[uint8]string{
	ClassThread: {
		1: "Thread", 2: "Thread", 3: "Thread", 4: "Thread", 36: "CSwitch", 50: "Ready",
		48: "Priority", 49: "Priority", 51: "Priority", 52: "Priority",
	},
	ClassProcess: {11: "Terminate"},
	ClassImage:   {2: "Image", 3: "Image", 4: "Image", 10: "Image"},
	ClassPerf: {
		46: "Sample", 50: "MessageISR", 51: "SysCallEnter", 52: "SysCallExit", 66: "DPC", 67: "ISR", 68: "DPC",
		69: "DPC", 73: "Interval", 74: "Interval",
	},
	ClassDisk: {10: "Disk", 11: "Disk", 12: "DiskInit", 13: "DiskInit", 14: "Flush", 15: "DiskInit"},
	ClassFile: {32: "File", 35: "File", 36: "File"},
	ClassFault: {
		10: "Fault", 11: "Fault", 12: "Fault", 14: "Fault", 15: "Fault", 32: "HardFault", 98: "Virtual", 99: "Virtual",
	},
	ClassTrace: {5: "GroupMasks"},
	ClassStack: {32: "StackWalk"},
}

// masked clears meaningless bytes of a payload, which recordings fill with whatever was there.
func masked(name string, v *vector, b []byte) []byte {
	b = bytes.Clone(b)
	switch name {
	case "GroupMasks":
		clear(b[32:]) // the version of the kernel's events
	case "Ready":
		clear(b[4:6]) // why and by how much the priority is adjusted
		b[7] = 0
	case "Priority":
		clear(b[6:])
	case "ISR", "MessageISR":
		b[8+v.Pointer], b[11+v.Pointer] = 0, 0 // return value and a reserved byte
	case "Sample":
		b[v.Pointer+7] = 0
	case "Image":
		if v.Version >= 2 {
			clear(b[2*v.Pointer+12:][:4])  // signature
			clear(b[3*v.Pointer+16:][:16]) // reserved
		}
	case "Disk":
		clear(b[12:16])
	case "Thread":
		if v.Version == 1 && len(b) > 8 {
			clear(b[len(b)-3:])
		}
	}
	return b
}

// TestVectors composes the payloads of real recordings from their values.
func TestVectors(t *testing.T) {
	byText := map[string]GUID{}
	for class := range makerOf {
		p := payload{}
		le := binary.LittleEndian
		text := hex.EncodeToString(binary.BigEndian.AppendUint32(p.b, le.Uint32(class[:])))
		byText[text] = class
	}
	done := 0
	for _, v := range vectors(t) {
		name := makerOf[byText[v.Class[:8]]][v.Opcode]
		if name == "" {
			continue
		}
		done++
		m := Maker{Ptr: v.Pointer}
		r := makers[name](m, &v)
		if len(r.Payload) != len(v.payload) {
			t.Errorf("%s: composed %d bytes, recorded %d", v.Name, len(r.Payload), len(v.payload))
			continue
		}
		if got, want := masked(name, &v, r.Payload), masked(name, &v, v.payload); !bytes.Equal(got, want) {
			t.Errorf("%s:\ncomposed %x\nrecorded %x", v.Name, got, want)
		}
	}
	if done < 60 {
		t.Errorf("%d vectors, want more", done)
	}
}

// process extracts the process from a vector: the values that are not among its fields from the end
// of the fixed part, whose size is at.
func (v *vector) process(t *testing.T) (p Process, at int, rest []byte) {
	t.Helper()
	p = Process{
		Key: v.u64("UniqueProcessKey") | v.u64("PageDirectoryBase"), PID: v.u32("ProcessId"), Parent: v.u32("ParentId"),
		Session: v.u32("SessionId"), Exit: int32(v.u32("ExitStatus")), Directory: v.u64("DirectoryTableBase"), Flags: v.u32("Flags"),
	}
	at = v.Pointer + 16
	if v.Version >= 3 {
		at += v.Pointer
	}
	if v.Version >= 4 {
		at += 4
	}
	rest = v.payload[at:]
	p.NullToken = binary.LittleEndian.Uint32(rest) == 0
	if sid := rest[2*v.Pointer:]; p.NullToken && (sid[0] != 1 || sid[1] > 15) {
		rest = rest[4:]
	} else {
		p.SID = sid[:8+4*int(sid[1])]
		rest = sid[len(p.SID):]
	}
	name, tail, _ := bytes.Cut(rest, []byte{0})
	p.Image = string(name)
	for _, s := range []*string{&p.Command, &p.Package, &p.App}[:map[uint16]int{2: 1, 3: 1, 4: 3, 5: 3}[v.Version]] {
		w := vector{payload: tail}
		*s = w.text(0)
		tail = tail[2*len(utf16.Encode([]rune(*s)))+2:]
	}
	if v.Version >= 5 {
		p.ExitTime = int64(binary.LittleEndian.Uint64(tail))
		tail = tail[8:]
	}
	if len(tail) != 0 {
		t.Errorf("%s: %d bytes are left", v.Name, len(tail))
	}
	return p, at, rest
}

// TestProcessVectors composes the processes of real recordings: the bytes before a SID are stale,
// so only the parts around them are compared.
func TestProcessVectors(t *testing.T) {
	done := 0
	for _, v := range vectors(t) {
		if v.Class[:8] != "3d6fa8d0" || v.Opcode > 4 && v.Opcode != OpDefunct {
			continue
		}
		done++
		p, at, rest := v.process(t)
		got := Maker{Ptr: v.Pointer}.Process(0, v.Opcode, v.Version, p).Payload
		if len(got) != len(v.payload) || !bytes.Equal(got[:at], v.payload[:at]) ||
			!bytes.HasSuffix(got, append(bytes.Clone(p.SID), rest...)) {
			t.Errorf("%s:\ncomposed %x\nrecorded %x", v.Name, got, v.payload)
		}
	}
	if done < 12 {
		t.Errorf("%d vectors, want more", done)
	}
}
