// The tests of the items S01 to S60, the figures that the program must get right. Each is
// named after its item, TestSnnName; some are accompanied by tests of another name that
// check more. TestItems reads this table and the source of the module, and fails if the
// two differ.
//
//	S01  model/report TestS01ClockTicks TestS01WholeTicks
//	S02  model/report TestS02SampleSize TestS02Shown; app/session TestS02Badge
//	S03  model/report TestS03Bias TestSampling7A
//	S04  model/report TestS04SliceEnd
//	S05  model/report TestS05QueueLength TestQueueChart
//	S06  model/report TestS06Clumping; app/export TestS06ClumpTimeline; ingest TestRecordedClumps
//	S07  timeline TestS07BrushAndWindow; app/view TestBrush
//	S08  model/report TestS08ImpossibleValues
//	S09  model/report TestS09ProcessTime TestS09DeltaFormula
//	S10  model/report TestS10DenominatorSwitch TestS10Denominators; timeline TestS10Denominators
//	S11  model/report TestS11Applications TestS11PrintedSums
//	S12  model/report TestS12Antiratio
//	S13  model/report TestS13Simultaneity TestS13Identity
//	S14  model/report TestS14Clipping
//	S15  model TestS15StateMachine TestS15Invariants TestRandomTraces
//	S16  model/report TestS16ProcessorBusy; timeline TestS16Busy; app/session TestS16BusyInTheSummary
//	S17  model TestS17PageFaults; app/session TestS17PageRead; app/view TestPageReadLink; ingest/text TestS17SegmentRead
//	S18  model/report TestS18QueueDelay
//	S19  model/report TestS19Interrupted
//	S20  model TestRandomTraces; model/report TestLoss TestLossBuckets TestS20LowerBounds; app/session/query TestS20MarksOfMeasurement
//	S21  model/report TestS21Monitor TestS21MonitorRolls TestS21MonitorForgets
//	S22  app/view TestFormatsSheetTellsHowToRecord
//	S23  model/report TestS23SchedulingSummary TestS23Nesting; app/session/query TestS23GroupByStartFunction
//	S24  none: a budget of time and memory, kept by the benchmarks of BENCHMARKS.md
//	S25  model/report TestS25UtilizationClasses TestUsageIsExact; timeline TestS25Utilization; ingest TestConservation
//	S26  none: a look, kept by the goldens of timeline
//	S27  model/report TestS27Profile TestProfile7A
//	S28  app/view TestProfileIsTheSumOfTheReport; app/session TestReportIsTheThreadsReport
//	S29  app/session TestCurrentAndUnblockingStack
//	S30  app/session TestCurrentAndUnblockingStack TestTheChainOfWakers; model/report TestS30Unblocker TestContention7A
//	S31  model/report TestS31Preemption TestS31Occupants TestAntagonistsAddUp
//	S32  model/report TestS32Inherited TestS32Chain TestLockIdentities; app/session TestBlockerOfAWait; ingest TestInheritedTruth
//	S33  app/session TestHideShow; app/view TestProfileIsTheSumOfTheReport
//	S34  model/classify TestExample7A TestRules TestNearMisses TestPriorities
//	S35  model/report TestS35Convoy TestHoldRules; ingest TestLockHolds TestLockOwners
//	S36  app/view TestLossIsShown TestLossyTraceSaysSoEverywhere
//	S37  model/report TestS37CompareSlices
//	S38  model/report TestS38Numbers TestS38Scenario TestS38Exclusive TestS38Groups; timeline TestS38OpenSpan TestS38Adjacent; ingest TestScenarioTrace
//	S39  ingest/scenario TestS39Lines TestS39Header TestS39Events; ingest TestScenarioFile
//	S40  model/report TestS40InlineRead TestS40MeasuredNothing; ingest TestScenarioTrace
//	S41  model/report TestS41Granularity
//	S42  model/report TestS42Backwards
//	S43  model/report TestS43Overhead
//	S44  model/report TestS44StackSamples
//	S45  model/report TestS45Extremes
//	S46  model/report TestS46OneScale TestS46Subjects TestS46BestOffset
//	S47  app/view TestReportIsLinkedToTheLanes
//	S48  model/report TestS48ReadyPercent TestS48GuestThreads
//	S49  model/measure TestS49LostTicks; model/report TestS49LostTicksOfTrace TestS49Period
//	S50  model/report TestS50InReports TestS50CorrectionFactor TestS50Imported; app/session TestS50Everywhere TestS50HostFile TestS50Correction
//	S51  model/report TestS51InsideOutside
//	S52  model/report TestS52SpanChange
//	S53  model/report TestS53AllReady
//	S54  model/report TestS54Rates
//	S55  model/report TestS55BoxPlot TestS55Order TestS55Metrics TestS55Shares TestS55Slices TestS55Counter
//	S56  model/report TestS56Virtualized TestS56ClumpSeverity
//	S57  model/report TestS57Counters; timeline TestS57ColourByIPC
//	S58  model/report TestS58NoEstimate
//	S59  model/report TestS59Registers
//	S60  model/report TestS60Migrations TestS60UnknownTopology TestS60Siblings TestS60Cores
package report_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// lastItem is the number of the last item.
const lastItem = 60

// isItemTest matches the tests that are named after an item.
var isItemTest = regexp.MustCompile(`^Test(S\d\d)[A-Z]`)

// TestItems: every item is in the table once; every test that the table names
// exists; and every test that is named after an item is in the table, at its item.
func TestItems(t *testing.T) {
	have := testsOfModule(t, moduleRoot(t))
	table := itemTable(t)
	for i := 1; i <= lastItem; i++ {
		if item := fmt.Sprintf("S%02d", i); table[item] == nil {
			t.Errorf("the table does not say how %s is tested, or why not", item)
		}
	}
	listed := map[string]bool{}
	for item, tests := range table {
		for _, name := range tests {
			if !have[name] {
				t.Errorf("%s: there is no test %s", item, name)
			}
			listed[item+" "+name] = true
		}
	}
	for name := range have {
		_, function, _ := strings.Cut(name, " ")
		if m := isItemTest.FindStringSubmatch(function); m != nil && !listed[m[1]+" "+name] {
			t.Errorf("%s is not in the table at %s", name, m[1])
		}
	}
}

// itemTable reads the comment of this file: the tests of each item as "package
// name", an empty list for an item without tests.
func itemTable(t *testing.T) map[string][]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "items_test.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || file.Doc == nil {
		t.Fatal("no table: ", err)
	}
	table := map[string][]string{}
	for line := range strings.Lines(file.Doc.Text()) {
		item, rest, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || !strings.HasPrefix(line, "\t") {
			continue
		}
		if table[item] != nil {
			t.Errorf("%s is in the table twice", item)
		}
		table[item] = []string{}
		if why, none := strings.CutPrefix(rest, "none: "); none && why != "" {
			continue
		}
		for part := range strings.SplitSeq(rest, ";") {
			words := strings.Fields(part)
			if len(words) < 2 {
				t.Errorf("%s: %q names no test", item, part)
				continue
			}
			for _, name := range words[1:] {
				table[item] = append(table[item], words[0]+" "+name)
			}
		}
	}
	return table
}

// moduleRoot is the folder of go.mod, at or above that of this package.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above ", dir)
	return ""
}

// testsOfModule are the test functions of all packages, as "package name".
func testsOfModule(t *testing.T, root string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				found[filepath.ToSlash(dir)+" "+f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
