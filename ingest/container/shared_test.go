package container

import (
	"hash/crc32"
	"io"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest/internal/recorded"
)

// isETL recognises an .etl file by its first buffer: it is of type 4 and begins
// with the system record of the log file header.
func isETL(head []byte) bool {
	return len(head) > 0x50 && head[0x36] == 4 && head[0x4b] == 0xc0 && head[0x4e] == 0 && head[0x4f] == 0
}

// packed is a trace in a recorded archive: its size and CRC-32, read from the directory by another
// program.
type packed struct {
	size int64
	crc  uint32
}

var archived = map[string]map[string]packed{
	"dotnet-performance-DynamicEvents.etl.zip": {"tmp0qw4cn.tmp.etl": {714041, 0x44636446}},
	"etwanalyzer-TraceLoggingTester.7z":        {"TraceLoggingTester.etl": {42991616, 0x97e1bb7e}},
	"msbuild-PerfViewData.etl.zip":             {"PerfViewData.etl": {267463, 0xdbdab193}},
	"perfview-diaghub-dotnetcore3.1.zip": {
		"diaghub-dotnetcore3.1-win-x64-diagsession/diaghub.etl":                 {6750208, 0xe42f8852},
		"diaghub-dotnetcore3.1-win-x64-diagsession/diaghub.kernel.1.etl":        {3866624, 0xc8661e64},
		"diaghub-dotnetcore3.1-win-x64-diagsession/diaghub.user_injected.1.etl": {131072, 0x808e0b94},
		"diaghub-dotnetcore3.1-win-x64-diagsession/diaghub.user_paged.1.etl":    {9109504, 0x32cc993c},
	},
	"perfview-gcevents.etl.zip":         {"gcevents/PerfViewData.etl": {327680, 0xf20946c3}},
	"perfview-gcrundownevents.etl.zip":  {"gcrundownevents/PerfViewData.clrRundown.etl": {131072, 0xd8f36908}},
	"perfview-net.4.5.2.x64.etl.zip":    {"net.4.5.2.x64.etl": {4879401, 0x32380232}},
	"perfview-net.4.5.x86-2016.etl.zip": {"net.4.5.x86-2016.etl": {26542080, 0x6f1b97c7}},
	"perfview-primitive-types.etl.zip":  {"primitive-types.etl": {16384, 0x8490b911}},
	"win7-xperf-cswitch-slow-ppt.zip":   {"2011-08-29_00-00-00 slow ppt trace.etl": {33554432, 0xa1f0a62d}},
}

func TestRecorded(t *testing.T) {
	dir := recorded.Path(t, "etl")
	var archives []string
	for _, ext := range []string{"*.zip", "*.7z"} {
		found, err := filepath.Glob(filepath.Join(dir, ext))
		if err != nil {
			t.Fatal(err)
		}
		archives = append(archives, found...)
	}
	if len(archives) != len(archived) {
		t.Errorf("%d archives, not %d", len(archives), len(archived))
	}
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			st, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(archived[filepath.Base(name)], unpackedSums(t, f, st.Size()), cmp.AllowUnexported(packed{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// unpackedSums unpacks all traces of an archive, which must be of one
// recording.
func unpackedSums(t *testing.T, r io.ReaderAt, size int64) map[string]packed {
	t.Helper()
	a := openArchive(t, r, size)
	members, err := a.Traces(t.Context(), isETL)
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Problems(); len(p) > 0 {
		t.Error(p)
	}
	sources, err := a.Unpack(t.Context(), members...)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]packed{}
	var names []string
	for i, m := range members {
		if err := sources[i].Damage(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		sum := crc32.NewIEEE()
		n, err := io.Copy(sum, io.NewSectionReader(sources[i], 0, sources[i].Size()))
		if err != nil || n != m.Size {
			t.Errorf("%s: %d bytes, %v", m.Name, n, err)
		}
		sums[m.Name] = packed{n, sum.Sum32()}
		names = append(names, m.Name)
	}
	groups := Groups(names)
	if len(groups) != 1 || len(members) > 1 && path.Base(groups[0][0]) != "diaghub.etl" {
		t.Errorf("groups %q", groups)
	}
	return sums
}

// TestRecordedInside packs the recorded archives once more.
func TestRecordedInside(t *testing.T) {
	dir := recorded.Path(t, "etl")
	var files []file
	want := map[string]packed{}
	for _, name := range []string{"perfview-gcevents.etl.zip", "etwanalyzer-TraceLoggingTester.7z"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{name: name, data: data})
		for member, p := range archived[name] {
			want[name+"/"+member] = p
		}
	}
	for what, data := range map[string][]byte{
		"zip": zipOf(t, files...),
		"7z":  (&writer7z{folders: [][]file{files}, packed: true}).bytes(),
	} {
		a := openArchive(t, inMapped(data), int64(len(data)))
		members, err := a.Traces(t.Context(), isETL)
		if err != nil || len(members) != len(want) {
			t.Fatalf("%s: %d members, %v", what, len(members), err)
		}
		sources, err := a.Unpack(t.Context(), members...)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]packed{}
		for i, s := range sources {
			got[members[i].Name] = packed{s.Size(), crc32.ChecksumIEEE(s.Bytes())}
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(packed{})); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}
