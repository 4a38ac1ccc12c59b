package markers

import (
	"strings"

	"threadlens/ingest/etl/payload"
)

// rule is how a provider's events are treated. All are counted, whatever the rule.
type rule uint8

const (
	// ruleOpen: an event is a marker when something names it, as TraceLogging and EventSource do
	// for themselves and a merged trace does for others. Opcode 1 begins and 2 ends a span, the
	// provider's own opcodes are steps, any other is a flag. This is for providers that are not in
	// the table.
	ruleOpen rule = iota
	// ruleSilent: no event is a marker. Such are the components of Windows and the runtimes, whose
	// events are about internals and come by the million.
	ruleSilent
	// ruleSpans: markers of the Concurrency Visualizer SDK.
	ruleSpans
	// ruleScenario: markers of its predecessor.
	ruleScenario
	// ruleNumbered: markers of our own package ingest/scenario.
	ruleNumbered
	// ruleTasks: the events listed with the provider are markers.
	ruleTasks
)

// known is what is known of a provider beforehand.
type known struct {
	name  string
	rule  rule
	tasks tasks
}

// table lists the known providers. The names and numbers are those that Windows
// and .NET publish for them.
var table = []struct {
	guid string
	known
}{
	// Markers.
	{"8d4925ab-505a-483b-a7e0-6f824a07a6f0", known{name: "ConcurrencyVisualizerMarkers", rule: ruleSpans}},
	{"fb9244c9-f23a-4966-8a9c-97a51f8c355b", known{name: "Scenario", rule: ruleScenario}},
	{"d6434340-9934-574f-0499-9709319a48b8", known{name: "Threadlens.Scenario", rule: ruleNumbered}},
	{"143a31db-0372-40b6-b8f1-b4b16adb5f54", known{name: "MeasurementBlock"}},

	// Parallel libraries.
	{"2e5dba47-a3d2-4d16-8ee0-6671ffdcd7b5", known{"System.Threading.Tasks.TplEventSource", ruleTasks, tplTasks}},
	{"f1dc0bad-7174-5f61-eff2-62f34893bae1", known{"System.Threading.Tasks.Parallel.EventSource", ruleTasks, parallelTasks}},
	{"16f53577-e41d-43d4-b47e-c17025bf4025", known{"System.Threading.Tasks.Dataflow.DataflowEventSource", ruleTasks, dataflowTasks}},
	{"159eeeec-4a14-4418-a8fe-faabcd987887", known{"System.Linq.Parallel.PlinqEventSource", ruleTasks, plinqTasks}},
	{"ec631d38-466b-4290-9306-834971ba0217", known{"System.Threading.SynchronizationEventSource", ruleTasks, syncTasks}},
	{"31c8da6b-6165-4042-8b92-949e315f4d84", known{"Concurrency Runtime parallel_for", ruleTasks, parallelForTasks}},
	{"5cb7d785-9d66-465d-bae1-4611061b5434", known{"Concurrency Runtime parallel_for_each", ruleTasks, parallelForEachTasks}},
	{"d1b5b133-ec3d-49f4-98a3-464d1a9e4682", known{"Concurrency Runtime parallel_invoke", ruleTasks, parallelInvokeTasks}},
	{"5727a00f-50be-4519-8256-f7699871fecb", known{"Concurrency Runtime contexts", ruleTasks, contextTasks}},
	{"e2091f8a-1e0a-4731-84a2-0dd57c8a5261", known{name: "Concurrency Runtime schedulers", rule: ruleSilent}},
	{"2f27805f-1676-4ecc-96fa-7eb09d44302f", known{name: "Concurrency Runtime virtual processors", rule: ruleSilent}},
	{"f7b697a3-4db5-4d3b-be71-c4d284e6592f", known{name: "Concurrency Runtime", rule: ruleSilent}},

	// Programs with names like Windows' that belong to users.
	{"ee799f41-cfa5-550b-bf2c-344747c1c668", known{name: "Microsoft-Windows-ASPNET"}},

	// The recording tool, which logs its own actions.
	{"a8a71ac1-040f-54a2-07ca-00a89b5ab761", known{"PerfView", ruleTasks, perfViewTasks}},

	// Runtimes.
	{"e13c0d23-ccbc-4e12-931b-d9cc2eee27e4", known{name: "Microsoft-Windows-DotNETRuntime", rule: ruleSilent}},
	{"a669021c-c450-4609-a035-5af59af4df18", known{name: "Microsoft-Windows-DotNETRuntimeRundown", rule: ruleSilent}},
	{"763fd754-7086-4dfe-95eb-c01a46faf4ca", known{name: "Microsoft-Windows-DotNETRuntimePrivate", rule: ruleSilent}},
	{"cc2bcbba-16b6-4cf3-8990-d74c2e8af500", known{name: "Microsoft-Windows-DotNETRuntimeStress", rule: ruleSilent}},
	{"5e5bb766-bbfc-5662-0548-1d44fad9bb56", known{name: "Microsoft-Windows-DotNETRuntime", rule: ruleSilent}},
	{"8e9f5090-2d75-4d03-8a81-e5afbf85daf1", known{name: "System.Diagnostics.Eventing.FrameworkEventSource", rule: ruleSilent}},
	{"35167f8e-49b2-4b96-ab86-435b59336b5e", known{name: "System.Collections.Concurrent.ConcurrentCollectionsEventSource", rule: ruleSilent}},
	{"49592c0f-5a05-516d-aa4b-a64e02026c89", known{name: "System.Runtime", rule: ruleSilent}},

	// Windows.
	{"22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", known{name: "Microsoft-Windows-Kernel-Process", rule: ruleSilent}},
	{"edd08927-9cc4-4e65-b970-c2560fb5c289", known{name: "Microsoft-Windows-Kernel-File", rule: ruleSilent}},
	{"7dd42a49-5329-4832-8dfd-43d979153a88", known{name: "Microsoft-Windows-Kernel-Network", rule: ruleSilent}},
	{"70eb4f03-c1de-4f73-a051-33d13d5413bd", known{name: "Microsoft-Windows-Kernel-Registry", rule: ruleSilent}},
	{"c7bde69a-e1e0-4177-b6ef-283ad1525271", known{name: "Microsoft-Windows-Kernel-Disk", rule: ruleSilent}},
	{"331c3b3a-2005-44c2-ac5e-77220c37d6b4", known{name: "Microsoft-Windows-Kernel-Power", rule: ruleSilent}},
	{"b675ec37-bdb6-4648-bc92-f3fdc74d3ca2", known{name: "Microsoft-Windows-Kernel-EventTracing", rule: ruleSilent}},
	{"a0c1853b-5c40-4b15-8766-3cf1c58f985a", known{name: "Microsoft-Windows-PowerShell", rule: ruleSilent}},
	{"1c95126e-7eea-49a9-a3fe-a378b03ddb4d", known{name: "Microsoft-Windows-DNS-Client", rule: ruleSilent}},
	{"315a8872-923e-4ea2-9889-33cd4754bf64", known{name: "Microsoft-Windows-Immersive-Shell", rule: ruleSilent}},
	{"802ec45a-1e99-4b83-9920-87c98277ba9d", known{name: "Microsoft-Windows-DxgKrnl", rule: ruleSilent}},
	{"ca11c036-0102-4a2d-a6ad-f03cfed5d3c9", known{name: "Microsoft-Windows-DXGI", rule: ruleSilent}},
	{"8c416c79-d49b-4f01-a467-e56d3aa8234c", known{name: "Microsoft-Windows-Win32k", rule: ruleSilent}},
	{"9e9bba3c-2e38-40cb-99f4-9e8281425164", known{name: "Microsoft-Windows-Dwm-Core", rule: ruleSilent}},
	{"dd5ef90a-6398-47a4-ad34-4dcecdef795f", known{name: "Microsoft-Windows-HttpService", rule: ruleSilent}},
	{"2f07e2ee-15db-40f1-90ef-9d7ba282188a", known{name: "Microsoft-Windows-TCPIP", rule: ruleSilent}},

	// What merging adds to a file, and lost events.
	{"bbccf6c1-6cd1-48c4-80ff-839482e37671", known{name: "Schemas", rule: ruleSilent}},
	{"b3e675d7-2554-4f18-830b-2762732560de", known{name: "Image and PDB IDs", rule: ruleSilent}},
	{"9b79ee91-b5fd-41c0-a243-4248e266e9d0", known{name: "System configuration", rule: ruleSilent}},
	{"ed54dff8-c409-4cf6-bf83-05e1e61a09c4", known{name: "Windows System Assessment (WinSAT)", rule: ruleSilent}},
	{"6a399ae0-4bc6-4de9-870b-3657f8947e7e", known{name: "Lost events", rule: ruleSilent}},
}

// silentPrefixes are prefixes of the names of providers of Windows and .NET itself, for those that
// are not in the table.
var silentPrefixes = []string{
	"Microsoft-Windows-", "Microsoft.Windows.", "Microsoft-Antimalware-", "Microsoft-DotNETCore-", "Microsoft.OneCore.",
}

// silentEvents are events of any EventSource about itself: samples of its counters.
var silentEvents = map[string]bool{"EventCounters": true}

// maxFlags is how often an event may occur and still be a flag or a step:
// beyond it the event is a counter rather than a landmark. Spans have no such
// bound.
const maxFlags = 1 << 16

var knownProviders = func() map[payload.GUID]*known {
	m := make(map[payload.GUID]*known, len(table))
	for i := range table {
		if g, ok := payload.ParseGUID(table[i].guid); ok {
			m[g] = &table[i].known
		}
	}
	return m
}()

// ruleOf is the rule for a provider that is not in the table, by its name.
func ruleOf(name string) rule {
	for _, p := range silentPrefixes {
		if strings.HasPrefix(name, p) {
			return ruleSilent
		}
	}
	return ruleOpen
}
