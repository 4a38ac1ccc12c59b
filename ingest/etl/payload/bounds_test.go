package payload

import (
	"strings"
	"testing"
)

// TestManifestSize: a manifest is read up to a size.
func TestManifestSize(t *testing.T) {
	for n, ok := range map[int]bool{MaxManifest - 1: true, MaxManifest: true, MaxManifest + 1: false} {
		_, err := ParseManifest([]byte(strings.Repeat(" ", n)))
		if tooLong := err != nil && strings.Contains(err.Error(), "more than"); tooLong == ok {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestManifestTypes: the types of manifests, with a prefix or without.
func TestManifestTypes(t *testing.T) {
	for name, want := range map[string]InType{
		"UnicodeString": TypeUTF16, "AnsiString": TypeANSI, "Int8": TypeInt8, "UInt8": TypeUint8, "Int16": TypeInt16, "UInt16": TypeUint16,
		"Int32": TypeInt32, "UInt32": TypeUint32, "Int64": TypeInt64, "UInt64": TypeUint64, "Float": TypeFloat32, "Double": TypeFloat64,
		"Boolean": TypeBool, "Binary": TypeBinary, "GUID": TypeGUID, "Pointer": TypePointer, "FILETIME": TypeFileTime, "SYSTEMTIME": TypeSystemTime,
		"SID": TypeSID, "HexInt32": TypeHex32, "HexInt64": TypeHex64, "CountedUnicodeString": TypeCountedUTF16, "CountedAnsiString": TypeCountedANSI,
		"CountedBinary": TypeCountedBinary, "Other": TypeNone, "": TypeNone,
	} {
		counted := strings.HasPrefix(name, "Counted")
		for _, prefix := range []string{"", "win:"} {
			var f Field
			f.setManifestType(&xmlItem{InType: prefix + name})
			if f.Type != want || (f.length.kind == extentPrefix) != counted {
				t.Errorf("%s%s: type %d, want %d", prefix, name, f.Type, want)
			}
		}
	}
}
