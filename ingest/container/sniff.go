package container

import "bytes"

// kind is a kind of archive.
type kind int

const (
	notArchive kind = iota
	zipArchive
	sevenZipArchive
	zstFile
	gzipFile
)

// magics are the first bytes of each kind: a zip's first local file header or,
// of an empty one, its end record (APPNOTE.TXT 4.3.7 and 4.3.16), the 7z
// signature header (7zFormat.txt), that of a Zstandard frame (RFC 8878), and that of
// a gzip member that is deflated (RFC 1952).
var magics = []struct {
	kind  kind
	magic []byte
}{
	{zipArchive, []byte("PK\x03\x04")},
	{zipArchive, []byte("PK\x05\x06")},
	{sevenZipArchive, []byte("7z\xbc\xaf\x27\x1c")},
	{zstFile, []byte("\x28\xb5\x2f\xfd")},
	{gzipFile, []byte("\x1f\x8b\x08")},
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
// reads: zip, under whatever name (.etl.zip, .diagsession), 7z, or a file compressed with Zstandard or
// gzip. Six bytes suffice.
func Sniff(head []byte) bool { return kindOf(head) != notArchive }
