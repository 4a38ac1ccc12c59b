package controller

import "fmt"

// Code is an error number of Windows, 0 for none.
type Code uint32

// Codes with special meanings here (winerror.h).
const (
	codeDone         Code = 0
	codeNotFound     Code = 2
	codeNoPath       Code = 3
	codeDenied       Code = 5
	codeBadLength    Code = 24
	codeSharing      Code = 32
	codeInvalid      Code = 87
	codeNoCall       Code = 120
	codeDiskFull     Code = 112
	codeExists       Code = 183
	codeMoreData     Code = 234
	codeTimeout      Code = 1460
	codeNoPrivilege  Code = 1314
	codeNoResources  Code = 1450
	codeNoInstance   Code = 4201
	codeNotSupported Code = 50
)

// causes are the meanings of codes in controlling sessions.
var causes = map[Code]string{
	codeNotFound:     "the file does not exist",
	codeNoPath:       "the folder does not exist",
	codeDenied:       "this user does not have permission",
	codeBadLength:    "Windows rejected the size of a parameter: this version of Windows may not be supported",
	codeSharing:      "another program has the file open",
	codeInvalid:      "Windows rejected a parameter of the call",
	codeNoCall:       "this version of Windows lacks the called system function",
	codeDiskFull:     "the disk is full",
	codeExists:       "a tracing session with this name already exists",
	codeNoPrivilege:  "the privilege “Profile system performance” is missing",
	codeNoResources:  "too many kernel tracing sessions are running (logman query -ets lists them), or no memory is left for the buffers",
	codeTimeout:      "the tracing request timed out",
	codeNoInstance:   "the tracing session no longer exists",
	codeNotSupported: "this version of Windows does not support the tracing request",
}

// Error is which function of the system failed, and why.
type Error struct {
	Call string // the function, and its purpose
	Code Code
}

// Error implements error.
func (e *Error) Error() string {
	why, ok := causes[e.Code]
	if !ok {
		return fmt.Sprintf("%s failed with Windows error %d", e.Call, e.Code)
	}
	return fmt.Sprintf("%s failed: %s (Windows error %d)", e.Call, why, e.Code)
}

// Exists reports whether a session of that name already exists.
func (e *Error) Exists() bool { return e.Code == codeExists }

// Gone reports whether the session no longer exists.
func (e *Error) Gone() bool { return e.Code == codeNoInstance }

// Late reports whether programs did not answer in time.
func (e *Error) Late() bool { return e.Code == codeTimeout }

// failed is the error of a call, nil for none.
func failed(call string, code Code) error {
	if code == codeDone {
		return nil
	}
	return &Error{call, code}
}
