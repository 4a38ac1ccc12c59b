package markers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/recorded"
	"threadlens/model/modeltest"
)

// TestAnswersOfMarkers notices every change in how recorded markers are read: unchanged, and with
// one of them damaged (see modeltest.Sums).
func TestAnswersOfMarkers(t *testing.T) {
	sums := modeltest.NewSums(t, "testdata/answers.txt")
	for _, name := range []string{
		"perfview-SelfDescribingSingleEvent.etl", "perfview-primitive-types.etl.zip", "airbus-AMSITrace.etl", "pyetw-out.etl",
		"perfview-net.4.5.2.x64.etl.zip", "simpleeventviewer-kernel-process.etl", "msbuild-PerfViewData.etl.zip",
	} {
		all := walkFile(t, recorded.ETL(t, name))
		sums.Add(story(all), name+" whole")
		some := fewOfEach(all)
		rng := rand.New(rand.NewPCG(uint64(len(some)), 6))
		for range 300 {
			damaged := append([]Record(nil), some...)
			spoil(rng, &damaged[rng.IntN(len(damaged))])
			sums.Add(story(damaged), name+" damaged")
		}
	}
	sums.Compare()
}

// story is all that is known of records.
func story(rs []Record) string {
	table := learn(rs)
	var b strings.Builder
	d := table.Decoder()
	for i := range rs {
		m, ok := d.Mark(&rs[i])
		fmt.Fprintf(&b, "%v %v %q %d %d %d %s %s\n", ok, m.Kind, m.Name, m.Plain, m.Arg, m.Arg2, table.EventName(&rs[i]), table.ProviderName(rs[i].Provider))
	}
	fmt.Fprintln(&b, table.SourceEvents(), table.Diagnostics())
	return b.String()
}

// fewOfEach is at most two records of each kind.
func fewOfEach(all []Record) (some []Record) {
	type kind struct {
		provider        payload.GUID
		id              uint16
		version, opcode uint8
	}
	met := map[kind]int{}
	for _, r := range all {
		k := kind{r.Provider, r.ID, r.Version, r.Opcode}
		if met[k]++; met[k] <= 2 && len(some) < 200 {
			some = append(some, r)
		}
	}
	return some
}

// spoil changes one thing of a record.
func spoil(rng *rand.Rand, r *Record) {
	cut := func(b []byte) []byte {
		if len(b) == 0 {
			return b
		}
		b = append([]byte(nil), b...)
		if at := rng.IntN(len(b)); rng.IntN(2) == 0 {
			return b[:at]
		} else {
			b[at] = []byte{0, 1, b[at] + 1, b[at] - 1, 0xff}[rng.IntN(5)]
		}
		return b
	}
	switch rng.IntN(8) {
	case 0:
		r.Version += uint8(rng.IntN(3)) - 1
	case 1:
		r.Opcode = uint8(rng.IntN(12))
	case 2:
		r.Task, r.Flags = uint16(rng.IntN(4)), r.Flags^uint16(1<<rng.IntN(8))
	case 3:
		r.Schema, r.Traits = cut(r.Schema), cut(r.Traits)
	case 4:
		r.Activity[rng.IntN(len(r.Activity))]++
	default:
		r.Payload = cut(r.Payload)
	}
}
