package container

import "bytes"

// kind is a kind of archive.
type kind int

const (
	notArchive kind = iota
	zipArchive
	sevenZipArchive
)

// magics are the first bytes of each kind: a zip's first local file header or,
// of an empty one, its end record (APPNOTE.TXT 4.3.7 and 4.3.16), and the 7z
// signature header (7zFormat.txt).
var magics = []struct {
	kind  kind
	magic []byte
}{
	{zipArchive, []byte("PK\x03\x04")},
	{zipArchive, []byte("PK\x05\x06")},
	{sevenZipArchive, []byte("7z\xbc\xaf\x27\x1c")},
}

func kindOf(head []byte) kind {
	for _, m := range magics {
		if bytes.HasPrefix(head, m.magic) {
			return m.kind
		}
	}
	return notArchive
}

// Sniff reports whether a file with these first bytes is an archive that Open
// reads: zip, under whatever name (.etl.zip, .diagsession), or 7z. Six bytes
// suffice.
func Sniff(head []byte) bool { return kindOf(head) != notArchive }
