package keep

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"path/filepath"

	"threadlens/ingest/given"
)

// Identity identifies a trace by its content, whatever its name.
type Identity struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"` // absolute
	Size int64  `json:"size_bytes"`
	Hash string `json:"hash"` // of the size, the beginning and the end; "" when unknown
}

// Same reports whether two traces are known to have the same content.
func (id Identity) Same(o Identity) bool { return id.Hash != "" && id.Hash == o.Hash }

// HashedEnd is how much of the beginning and of the end of a file is hashed, bytes: traces are
// long, and two of the same length differ in their beginnings.
const HashedEnd = 1 << 20

// IdentityOfData is the identity of a trace in memory.
func IdentityOfData(name string, data []byte) Identity {
	n := len(data)
	return Identity{Name: name, Size: int64(n), Hash: hashOf(int64(n), data[:min(n, HashedEnd)], data[max(0, n-HashedEnd):])}
}

// IdentityOfFile reads the identity of the trace in a file. An unreadable file has a name only.
func IdentityOfFile(name, path string) Identity {
	id := Identity{Name: name}
	if abs, err := filepath.Abs(path); err == nil && path != "" {
		id.Path = abs
	}
	f, err := given.Regular(path)
	if err != nil {
		return id
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return id
	}
	head := make([]byte, min(st.Size(), HashedEnd))
	tail := make([]byte, len(head))
	if _, err := io.ReadFull(io.NewSectionReader(f, 0, st.Size()), head); err != nil {
		return id
	}
	if _, err := f.ReadAt(tail, st.Size()-int64(len(tail))); err != nil && err != io.EOF {
		return id
	}
	id.Size = st.Size()
	id.Hash = hashOf(id.Size, head, tail)
	return id
}

func hashOf(size int64, head, tail []byte) string {
	h := sha256.New()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	h.Write(head)
	h.Write(tail)
	return hex.EncodeToString(h.Sum(nil))
}
