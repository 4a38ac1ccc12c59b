package etltest

import "encoding/binary"

// GUID is a globally unique identifier in the byte order of a file: the first three parts
// little-endian, the last eight bytes in the order in which they are printed.
type GUID [16]byte

// guid makes the GUID that is printed as d1-d2-d3-xxxx-xxxxxxxxxxxx, where rest
// are the 16 digits of the last two groups.
func guid(d1 uint32, d2, d3 uint16, rest uint64) (g GUID) {
	binary.LittleEndian.PutUint32(g[:], d1)
	binary.LittleEndian.PutUint16(g[4:], d2)
	binary.LittleEndian.PutUint16(g[6:], d3)
	binary.BigEndian.PutUint64(g[8:], rest)
	return g
}

// ActivityID is the activity id for a correlation number: the zero GUID for 0, else the number in
// the first 8 bytes (little-endian) and a fixed pattern in the others.
func ActivityID(n int64) (g GUID) {
	if n == 0 {
		return g
	}
	binary.LittleEndian.PutUint64(g[:], uint64(n))
	copy(g[8:], "activity")
	return g
}

// Kernel groups: the upper byte of a hook id.
const (
	GroupTrace   = 0x00
	GroupDisk    = 0x01
	GroupFault   = 0x02
	GroupProcess = 0x03
	GroupFile    = 0x04
	GroupThread  = 0x05
	GroupConfig  = 0x0B
	GroupPerf    = 0x0F
	GroupImage   = 0x14
	GroupStack   = 0x18
)

// Class and provider GUIDs.
var (
	ClassTrace     = guid(0x68fdd900, 0x4a3e, 0x11d1, 0x84f40000f80464e3)
	ClassDisk      = guid(0x3d6fa8d4, 0xfe05, 0x11d0, 0x9dda00c04fd7ba7c)
	ClassFault     = guid(0x3d6fa8d3, 0xfe05, 0x11d0, 0x9dda00c04fd7ba7c)
	ClassProcess   = guid(0x3d6fa8d0, 0xfe05, 0x11d0, 0x9dda00c04fd7ba7c)
	ClassFile      = guid(0x90cbdc39, 0x4a3e, 0x11d1, 0x84f40000f80464e3)
	ClassThread    = guid(0x3d6fa8d1, 0xfe05, 0x11d0, 0x9dda00c04fd7ba7c)
	ClassConfig    = guid(0x01853a65, 0x418f, 0x4f36, 0xaefcdc0f1d2fd235)
	ClassPerf      = guid(0xce1dbfb4, 0x137e, 0x4da6, 0x87b03f59aa102cbc)
	ClassImage     = guid(0x2cb15d1d, 0x5fc1, 0x11d2, 0xabe100a0c911f518)
	ClassStack     = guid(0xdef2fe46, 0x7bd6, 0x4b80, 0xbd94f57fe20d0ce3)
	ClassLost      = guid(0x6a399ae0, 0x4bc6, 0x4de9, 0x870b3657f8947e7e)
	ClassImageID   = guid(0xb3e675d7, 0x2554, 0x4f18, 0x830b2762732560de)
	ProviderCLR    = guid(0xe13c0d23, 0xccbc, 0x4e12, 0x931bd9cc2eee27e4)
	ProviderCLREnd = guid(0xa669021c, 0xc450, 0x4609, 0xa0355af59af4df18) // its rundown

	// ProviderWitness is a provider of this package: its event 1 has no payload and only shows that
	// the thread in its header ran where it was recorded.
	ProviderWitness = guid(0x7468726c, 0x656e, 0x4753, 0x8000776974726573)
	// ProviderMarks is the provider of the markers that FromText writes.
	ProviderMarks = guid(0x7468726c, 0x656e, 0x4753, 0x80006d61726b7273)
)

// classes are the class GUIDs by group.
var classes = map[uint8]GUID{
	GroupTrace: ClassTrace, GroupDisk: ClassDisk, GroupFault: ClassFault,
	GroupProcess: ClassProcess, GroupFile: ClassFile, GroupThread: ClassThread,
	GroupConfig: ClassConfig, GroupPerf: ClassPerf, GroupImage: ClassImage,
	GroupStack: ClassStack,
}
