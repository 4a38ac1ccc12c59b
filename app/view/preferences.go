package view

import "fyne.io/fyne/v2"

// memoryPreferences keeps the toolkit's preferences in memory; they hold only the folder and the
// view of its file dialogs. The toolkit writes them in place whenever a window closes, while
// another window, or the same one, may be reading them. What a user sets is in Threadlens's
// settings, which are saved under another name and then renamed.
type memoryPreferences struct{}

// ProviderDescription describes the provider; nothing shows it.
func (memoryPreferences) ProviderDescription() string { return "in memory only" }

// ProviderIcon returns nil: nothing shows it.
func (memoryPreferences) ProviderIcon() fyne.Resource { return nil }

// ProviderName is the name of the provider; nothing shows it.
func (memoryPreferences) ProviderName() string { return "memory" }

// Cleanup has nothing to release.
func (memoryPreferences) Cleanup(fyne.App) {}

// Setup has nothing to prepare.
func (memoryPreferences) Setup(fyne.App) error { return nil }

// CloudPreferences are the preferences of a, without the type by which the toolkit recognises those
// that it saves.
func (memoryPreferences) CloudPreferences(a fyne.App) fyne.Preferences {
	return inMemory{a.Preferences()}
}

// inMemory hides the type of preferences.
type inMemory struct{ fyne.Preferences }
