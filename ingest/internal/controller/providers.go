package controller

// Keywords of the providers of .NET: kinds of events (Microsoft, CLR ETW Keywords and Levels). A
// rundown lists what exists when it is requested, with one event for each method or module.
const (
	keywordLoader     uint64 = 0x8   // modules
	keywordJit        uint64 = 0x10  // methods that were compiled while the program runs
	keywordNGen       uint64 = 0x20  // methods that were compiled ahead; of a rundown
	keywordEndRundown uint64 = 0x100 // list what exists now, as at the end
)

// Marks are the providers of the markers that programs write: Threadlens.Scenario (ingest/scenario)
// and the SDK of the Concurrency Visualizer.
func Marks() []Provider {
	return []Provider{
		{GUID: scenarioProvider, Level: LevelVerbose},
		{GUID: sdkProvider, Level: LevelVerbose},
	}
}

// Methods is the provider of the methods that .NET compiles, and the modules that it
// loads, while a session records.
func Methods() Provider {
	return Provider{runtimeProvider, LevelInformation, keywordLoader | keywordJit}
}

// ModulesThere and MethodsThere make .NET list what exists when a session ends, which Microsoft
// calls the end rundown (CLR ETW Providers). The runtime does so in the callback that enables the
// provider. It lists methods before modules: requesting the modules first ensures that they are
// recorded, whatever happens to the many methods.
func ModulesThere() Provider {
	return Provider{rundownProvider, LevelInformation, keywordLoader | keywordEndRundown}
}

// MethodsThere is described at ModulesThere.
func MethodsThere() Provider {
	return Provider{rundownProvider, LevelInformation, keywordJit | keywordNGen | keywordEndRundown}
}

var (
	scenarioProvider = GUID{0x40, 0x43, 0x43, 0xd6, 0x34, 0x99, 0x4f, 0x57, 0x04, 0x99, 0x97, 0x09, 0x31, 0x9a, 0x48, 0xb8}
	sdkProvider      = GUID{0xab, 0x25, 0x49, 0x8d, 0x5a, 0x50, 0x3b, 0x48, 0xa7, 0xe0, 0x6f, 0x82, 0x4a, 0x07, 0xa6, 0xf0}
	runtimeProvider  = GUID{0x23, 0x0d, 0x3c, 0xe1, 0xbc, 0xcc, 0x12, 0x4e, 0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4}
	rundownProvider  = GUID{0x1c, 0x02, 0x69, 0xa6, 0x50, 0xc4, 0x09, 0x46, 0xa0, 0x35, 0x5a, 0xf5, 0x9a, 0xf4, 0xdf, 0x18}
)
