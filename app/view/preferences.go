package view

import "fyne.io/fyne/v2"

// memoryPreferences keeps the toolkit's preferences in memory: the folder and the view of
// its file dialogs are all that they hold. The toolkit writes them in place whenever a window
// ends, while another window, or the same one, may be reading them. What a user
// sets is in Threadlens's settings, which are saved under another name and renamed.
type memoryPreferences struct{}

// ProviderDescription says what the provider does; nothing shows it.
func (memoryPreferences) ProviderDescription() string { return "keeps preferences in memory" }

// ProviderIcon is none.
func (memoryPreferences) ProviderIcon() fyne.Resource { return nil }

// ProviderName is the name of the provider; nothing shows it.
func (memoryPreferences) ProviderName() string { return "memory" }

// Cleanup has nothing to release.
func (memoryPreferences) Cleanup(fyne.App) {}

// Setup has nothing to prepare.
func (memoryPreferences) Setup(fyne.App) error { return nil }

// CloudPreferences are the preferences that a has, without the type by which the
// toolkit knows those that it saves.
func (memoryPreferences) CloudPreferences(a fyne.App) fyne.Preferences {
	return inMemory{a.Preferences()}
}

// inMemory hides the type of preferences.
type inMemory struct{ fyne.Preferences }
