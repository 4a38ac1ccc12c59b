package symbols

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/symbols/pdb"
	"threadlens/ingest/symbols/pe"
	"threadlens/model/modeltest"
)

// TestAnswers notices every change in how symbol files are read, whole ones and damaged ones (see
// modeltest.Sums).
func TestAnswers(t *testing.T) {
	const draws = 400
	sums := modeltest.NewSums(t, "testdata/answers.txt")
	files := map[string][]byte{}
	for _, name := range []string{"sample32.dll", "sample64.dll", "samplearm.dll", "sample32.pdb.gz", "sample64.pdb.gz"} {
		files[name] = sampleFile(t, name)
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		c := composed{order: order, buildID: idA, symtab: functions, dynsym: functions, link: "a.debug", crc: 7}
		files["elf."+order.String()] = c.bytes()
	}
	for name, data := range files {
		rng := rand.New(rand.NewPCG(uint64(len(data)), 1))
		all := said(t, name, data)
		for range draws {
			damaged, how := modeltest.Damage(rng, data)
			all += how + "\n" + said(t, name, damaged)
		}
		sums.Add(all, name)
	}
	sums.Compare()
}

// sampleFile is one of our own files, unpacked.
func sampleFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(name, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return data
}

// said is everything read from a file.
func said(t *testing.T, name string, data []byte) string {
	t.Helper()
	var b strings.Builder
	switch r := bytes.NewReader(data); {
	case strings.HasPrefix(name, "elf"):
		im, err := newImage(r)
		if err != nil {
			return err.Error() + "\n"
		}
		link, crc, ok := im.debugLink()
		addr, inFile := im.address(codeOffset)
		fmt.Fprintln(&b, im.findBuildID(), im.debugOnly(), link, crc, ok, addr, inFile)
		for _, kind := range []elf.SectionType{elf.SHT_SYMTAB, elf.SHT_DYNSYM} {
			list, err := im.functions(kind)
			fmt.Fprintln(&b, err, newTable(list).list)
		}
	case strings.HasSuffix(name, ".dll"):
		im, err := pe.Open(r, int64(len(data)))
		if err != nil {
			return err.Error() + "\n"
		}
		list, all, err := im.Functions(t.Context())
		fmt.Fprintln(&b, im.ID, im.BuildID, im.PDB, im.X86, list, all, err)
	default:
		f, err := pdb.Open(r, int64(len(data)))
		if err != nil {
			return err.Error() + "\n"
		}
		list, moves, err := f.Functions(t.Context())
		fmt.Fprintln(&b, f.IDs, f.X86, list, moves, err)
	}
	return b.String()
}
