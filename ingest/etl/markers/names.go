package markers

// knownEvents are the names of frequent events that give no markers, for the list of what a file
// holds (Microsoft, the providers' manifests). They take precedence over longer names in schemas.
var knownEvents = map[string]map[uint16]string{
	"Microsoft-Windows-DotNETRuntime": {
		1: "GCStart", 2: "GCEnd", 3: "GCRestartEEEnd", 4: "GCHeapStats", 5: "GCCreateSegment",
		6: "GCFreeSegment", 7: "GCRestartEEBegin", 8: "GCSuspendEEEnd", 9: "GCSuspendEEBegin",
		10: "GCAllocationTick", 80: "ExceptionThrown", 81: "ContentionStart", 82: "CLRStackWalk",
		91: "ContentionStop", 141: "MethodLoad", 142: "MethodUnload", 143: "MethodLoadVerbose",
		144: "MethodUnloadVerbose", 145: "MethodJittingStarted", 152: "ModuleLoad", 153: "ModuleUnload",
		154: "AssemblyLoad", 155: "AssemblyUnload", 187: "RuntimeInformation",
		190: "MethodILToNativeMap",
	},
	"Microsoft-Windows-DotNETRuntimeRundown": {
		143: "MethodDCStartVerbose", 144: "MethodDCEndVerbose", 145: "DCStartComplete", 146: "DCEndComplete",
		147: "DCStartInit", 148: "DCEndInit", 150: "MethodILToNativeMapDCEnd", 151: "DomainModuleDCStart",
		152: "DomainModuleDCEnd", 153: "ModuleDCStart", 154: "ModuleDCEnd", 155: "AssemblyDCStart",
		156: "AssemblyDCEnd", 157: "AppDomainDCStart", 158: "AppDomainDCEnd", 187: "RuntimeInformationDCStart",
	},
	"Microsoft-Windows-Kernel-Process": {
		1: "ProcessStart", 2: "ProcessStop", 3: "ThreadStart", 4: "ThreadStop", 5: "ImageLoad",
		6: "ImageUnload", 7: "CpuBasePriorityChange", 8: "CpuPriorityChange", 9: "PagePriorityChange",
		10: "IoPriorityChange",
	},
	"Schemas":              {32: "Event", 33: "Map"},
	"Image and PDB IDs":    {0: "File", 36: "PDB", 37: "ManagedPDB", 64: "Version"},
	"System configuration": {32: "Build", 33: "Paths", 35: "Volumes"},
	"Lost events":          {32: "Event", 33: "Buffer", 34: "File"},
}
