package container

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestAnswersOfArchives notices every change in how archives are read in which a byte is changed,
// or which end early (see modeltest.Sums).
func TestAnswersOfArchives(t *testing.T) {
	s := modeltest.NewSums(t, "testdata/answers.txt")
	a, b, c := file{name: "a.etl", data: trace(1, 300)}, file{name: "dir/b.txt", data: []byte("text")}, file{name: "c.etl", data: trace(2, 400), stored: true}
	for name, whole := range map[string][]byte{
		"zip": zipOf(t, a, b, c), "7z": (&writer7z{folders: [][]file{{a, b}, {c}}}).bytes(), "7z packed": (&writer7z{folders: [][]file{{a, c}}, packed: true}).bytes(),
		"7z of LZMA2": (&writer7z{folders: [][]file{{a, b, c}}, lzma2: true}).bytes(),
		"7z of LZMA":  (&writer7z{folders: [][]file{{a}}, coder: []byte("\x23\x03\x01\x01\x05\x5d\x01\x02\x03\x00")}).bytes(),
	} {
		step := 1
		if strings.Contains(name, "LZMA") {
			step = 8 // each takes some MiB
		}
		for at := 0; at < len(whole); at += step {
			for _, to := range []byte{0, 1, whole[at] + 1, whole[at] - 1, 0xff} {
				damaged := bytes.Clone(whole)
				damaged[at] = to
				s.Add(answer(damaged), name)
			}
			s.Add(answer(whole[:at:at]), name+" cut")
		}
	}
	s.Compare()
}

// answer is the result of reading an archive.
func answer(data []byte) string {
	a, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "archive", nil)
	if err != nil {
		return err.Error()
	}
	defer a.Close()
	members, err := a.Traces(context.Background(), isTrace)
	text := fmt.Sprintln(len(members), err)
	for _, m := range members {
		text += fmt.Sprintln(m.Name, m.Size)
	}
	if err != nil {
		return text
	}
	sources, err := a.Unpack(context.Background(), members...)
	text += fmt.Sprintln(err)
	for _, s := range sources {
		b := make([]byte, s.Size())
		_, err := s.ReadAt(b, 0)
		text += fmt.Sprintln(s.Size(), crc32.ChecksumIEEE(b), s.Damage(), err)
	}
	return text + fmt.Sprintln(a.Problems())
}
