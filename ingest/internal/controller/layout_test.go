package controller

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"
)

const mingw = "x86_64-w64-mingw32-gcc"

// layouts are the structures in C and in Go, in the order in which the test compares them.
func layouts() (list []layout) {
	var (
		n Node
		p Properties
		c ClassicEvent
		i ProfileInterval
	)
	size := func(c string, size uintptr) { list = append(list, layout{"sizeof(" + c + ")", size}) }
	at := func(c, field string, at uintptr) {
		list = append(list, layout{"offsetof(" + c + ", " + field + ")", at})
	}
	size("WNODE_HEADER", unsafe.Sizeof(n))
	at("WNODE_HEADER", "BufferSize", unsafe.Offsetof(n.BufferSize))
	at("WNODE_HEADER", "ProviderId", unsafe.Offsetof(n.ProviderID))
	at("WNODE_HEADER", "HistoricalContext", unsafe.Offsetof(n.HistoricalContext))
	at("WNODE_HEADER", "TimeStamp", unsafe.Offsetof(n.TimeStamp))
	at("WNODE_HEADER", "Guid", unsafe.Offsetof(n.GUID))
	at("WNODE_HEADER", "ClientContext", unsafe.Offsetof(n.ClientContext))
	at("WNODE_HEADER", "Flags", unsafe.Offsetof(n.Flags))
	size("EVENT_TRACE_PROPERTIES", unsafe.Sizeof(p))
	for _, f := range []struct {
		name string
		at   uintptr
	}{
		{"Wnode", unsafe.Offsetof(p.Node)},
		{"BufferSize", unsafe.Offsetof(p.BufferSize)},
		{"MinimumBuffers", unsafe.Offsetof(p.MinimumBuffers)},
		{"MaximumBuffers", unsafe.Offsetof(p.MaximumBuffers)},
		{"MaximumFileSize", unsafe.Offsetof(p.MaximumFileSize)},
		{"LogFileMode", unsafe.Offsetof(p.LogFileMode)},
		{"FlushTimer", unsafe.Offsetof(p.FlushTimer)},
		{"EnableFlags", unsafe.Offsetof(p.EnableFlags)},
		{"AgeLimit", unsafe.Offsetof(p.AgeLimit)},
		{"NumberOfBuffers", unsafe.Offsetof(p.NumberOfBuffers)},
		{"FreeBuffers", unsafe.Offsetof(p.FreeBuffers)},
		{"EventsLost", unsafe.Offsetof(p.EventsLost)},
		{"BuffersWritten", unsafe.Offsetof(p.BuffersWritten)},
		{"LogBuffersLost", unsafe.Offsetof(p.LogBuffersLost)},
		{"RealTimeBuffersLost", unsafe.Offsetof(p.RealTimeBuffersLost)},
		{"LoggerThreadId", unsafe.Offsetof(p.LoggerThread)},
		{"LogFileNameOffset", unsafe.Offsetof(p.LogFileNameOffset)},
		{"LoggerNameOffset", unsafe.Offsetof(p.LoggerNameOffset)},
	} {
		at("EVENT_TRACE_PROPERTIES", f.name, f.at)
	}
	size("GUID", unsafe.Sizeof(GUID{}))
	size("CLASSIC_EVENT_ID", unsafe.Sizeof(c))
	at("CLASSIC_EVENT_ID", "Type", unsafe.Offsetof(c.Type))
	size("TRACE_PROFILE_INTERVAL", unsafe.Sizeof(i))
	at("TRACE_PROFILE_INTERVAL", "Interval", unsafe.Offsetof(i.Interval))
	return list
}

type layout struct {
	c  string // a C expression
	is uintptr
}

// numbers are those of the headers, by their names there.
func numbers() []layout {
	return []layout{
		{"EVENT_TRACE_FLAG_PROCESS", uintptr(FlagProcess)},
		{"EVENT_TRACE_FLAG_THREAD", uintptr(FlagThread)},
		{"EVENT_TRACE_FLAG_IMAGE_LOAD", uintptr(FlagImage)},
		{"EVENT_TRACE_FLAG_CSWITCH", uintptr(FlagSwitch)},
		{"EVENT_TRACE_FLAG_DPC", uintptr(FlagDPC)},
		{"EVENT_TRACE_FLAG_INTERRUPT", uintptr(FlagInterrupt)},
		{"EVENT_TRACE_FLAG_SYSTEMCALL", uintptr(FlagSystemCall)},
		{"EVENT_TRACE_FLAG_DISK_IO", uintptr(FlagDisk)},
		{"EVENT_TRACE_FLAG_DISK_FILE_IO", uintptr(FlagDiskFile)},
		{"EVENT_TRACE_FLAG_DISK_IO_INIT", uintptr(FlagDiskInit)},
		{"EVENT_TRACE_FLAG_DISPATCHER", uintptr(FlagDispatcher)},
		{"EVENT_TRACE_FLAG_MEMORY_PAGE_FAULTS", uintptr(FlagPageFault)},
		{"EVENT_TRACE_FLAG_MEMORY_HARD_FAULTS", uintptr(FlagHardFault)},
		{"EVENT_TRACE_FLAG_PROFILE", uintptr(FlagProfile)},
		{"EVENT_TRACE_FILE_MODE_SEQUENTIAL", modeSequential},
		{"EVENT_TRACE_FILE_MODE_CIRCULAR", modeCircular},
		{"EVENT_TRACE_SYSTEM_LOGGER_MODE", modeSystem},
		{"WNODE_FLAG_TRACED_GUID", nodeTraced},
		{"TRACE_LEVEL_INFORMATION", uintptr(LevelInformation)},
		{"TRACE_LEVEL_VERBOSE", uintptr(LevelVerbose)},
		{"EVENT_CONTROL_CODE_DISABLE_PROVIDER", uintptr(TakeNone)},
		{"EVENT_CONTROL_CODE_ENABLE_PROVIDER", uintptr(Take)},
		{"EVENT_TRACE_CONTROL_QUERY", uintptr(ControlQuery)},
		{"EVENT_TRACE_CONTROL_STOP", uintptr(ControlStop)},
		{"EVENT_TRACE_CONTROL_UPDATE", uintptr(ControlUpdate)},
		{"TraceStackTracingInfo", uintptr(InfoStacks)},
		{"TraceSystemTraceEnableFlagsInfo", uintptr(InfoFlags)},
		{"TraceSampledProfileIntervalInfo", uintptr(InfoInterval)},
		{"ERROR_FILE_NOT_FOUND", uintptr(codeNotFound)},
		{"ERROR_PATH_NOT_FOUND", uintptr(codeNoPath)},
		{"ERROR_ACCESS_DENIED", uintptr(codeDenied)},
		{"ERROR_BAD_LENGTH", uintptr(codeBadLength)},
		{"ERROR_SHARING_VIOLATION", uintptr(codeSharing)},
		{"ERROR_INVALID_PARAMETER", uintptr(codeInvalid)},
		{"ERROR_CALL_NOT_IMPLEMENTED", uintptr(codeNoCall)},
		{"ERROR_DISK_FULL", uintptr(codeDiskFull)},
		{"ERROR_ALREADY_EXISTS", uintptr(codeExists)},
		{"ERROR_MORE_DATA", uintptr(codeMoreData)},
		{"ERROR_TIMEOUT", uintptr(codeTimeout)},
		{"ERROR_PRIVILEGE_NOT_HELD", uintptr(codeNoPrivilege)},
		{"ERROR_NO_SYSTEM_RESOURCES", uintptr(codeNoResources)},
		{"ERROR_WMI_INSTANCE_NOT_FOUND", uintptr(codeNoInstance)},
		{"ERROR_NOT_SUPPORTED", uintptr(codeNotSupported)},
	}
}

// TestLayouts: structures and numbers are those of the Windows headers, as a compiler for Windows
// reads them.
func TestLayouts(t *testing.T) {
	gcc, err := exec.LookPath(mingw)
	if err != nil {
		t.Skipf("%s is not installed (.ci/setup windows): the structures are not compared with the headers of Windows", mingw)
	}
	all := append(layouts(), numbers()...)
	var program strings.Builder
	program.WriteString("#define _WIN32_WINNT 0x0602\n#include <stddef.h>\n#include <windows.h>\n#include <wmistr.h>\n#include <evntrace.h>\n")
	for _, l := range all {
		fmt.Fprintf(&program, "_Static_assert((%s) == %d, \"%s\");\n", l.c, l.is, l.c)
	}
	source := filepath.Join(t.TempDir(), "layouts.c")
	if err := os.WriteFile(source, []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-std=c11", "-fsyntax-only", source).CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
	if err := os.WriteFile(source, []byte(strings.Replace(program.String(), "== 120,", "== 121,", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if exec.Command(gcc, "-std=c11", "-fsyntax-only", source).Run() == nil {
		t.Error("the compiler agrees to a size that is wrong: this test sees nothing")
	}
}
