package record

import (
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// profilePrivilege is what Windows requires for recording its kernel's events, in addition to the
// rights of an administrator (Microsoft, Configuring and Starting a SystemTraceProvider Session).
const profilePrivilege = "SeSystemProfilePrivilege"

// check returns what is missing to record the whole system, and how to get it. Members of the group
// Performance Log Users control sessions, but not those of the kernel. The privilege, which an
// administrator has but which is disabled, is enabled for this process.
func check(program string) error {
	var own windows.Token
	err := windows.OpenProcessToken(windows.CurrentProcess(), windows.TOKEN_QUERY|windows.TOKEN_ADJUST_PRIVILEGES, &own)
	if err != nil {
		return fmt.Errorf("record: cannot read this program's privileges: OpenProcessToken: %w", err)
	}
	defer own.Close()
	if !own.IsElevated() {
		path := program
		if p, err := os.Executable(); err == nil {
			path = p
		}
		return &RightsError{
			Missing: []string{"Only administrators may record all programs, and Threadlens is not running as administrator."},
			Remedy: []string{
				`powershell -Command "Start-Process -Verb RunAs -FilePath '` + strings.ReplaceAll(path, "'", "''") + `'"`,
				"in a command prompt opened with “Run as administrator”, " + program + " record …",
			},
		}
	}
	if err := enablePrivilege(own, profilePrivilege); err != nil {
		return &RightsError{
			Missing: []string{"The policy of this machine denies this user the privilege “Profile system performance” (" + profilePrivilege + ")."},
			Remedy:  []string{"secpol.msc (add the user in Local Policies, User Rights Assignment, Profile system performance), then sign in again"},
		}
	}
	return nil
}

// enablePrivilege enables a privilege of a token.
func enablePrivilege(own windows.Token, name string) error {
	wide, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return err
	}
	p := windows.Tokenprivileges{PrivilegeCount: 1}
	p.Privileges[0].Attributes = windows.SE_PRIVILEGE_ENABLED
	if err := windows.LookupPrivilegeValue(nil, wide, &p.Privileges[0].Luid); err != nil {
		return err
	}
	// Where the token does not have the privilege, this does nothing and succeeds.
	if err := windows.AdjustTokenPrivileges(own, false, &p, 0, nil, nil); err != nil {
		return err
	}
	return hasPrivilege(own, p.Privileges[0].Luid)
}

// hasPrivilege returns an error unless a token's privilege is enabled.
func hasPrivilege(own windows.Token, which windows.LUID) error {
	var n uint32
	_ = windows.GetTokenInformation(own, windows.TokenPrivileges, nil, 0, &n) // it returns the number of bytes
	buf := make([]byte, max(n, uint32(unsafe.Sizeof(windows.Tokenprivileges{}))))
	if err := windows.GetTokenInformation(own, windows.TokenPrivileges, &buf[0], uint32(len(buf)), &n); err != nil {
		return err
	}
	for _, p := range (*windows.Tokenprivileges)(unsafe.Pointer(&buf[0])).AllPrivileges() {
		if p.Luid == which && p.Attributes&windows.SE_PRIVILEGE_ENABLED != 0 {
			return nil
		}
	}
	return windows.ERROR_PRIVILEGE_NOT_HELD
}
