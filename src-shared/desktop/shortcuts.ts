// The keyboard shortcuts as one table: the window's listener, its palette and list under "?", and the menus of the desktop app.

/** Keys pressed together (["Mod", "K"]) or one after the other (["G", "D"]). `Mod` is Command on a Mac and Ctrl elsewhere. */
export type Keys = readonly string[];

/** Shortcuts to the tabs of the game that is open. */
export const tabShortcuts = ['go-deploy', 'go-builds', 'go-servers', 'go-activity', 'go-history'] as const;

/** What a shortcut does. */
export const shortcutIds = [
  ...([
    'palette',
    'overview',
    'settings',
    'transfers',
    'upload',
    'create-game',
    'back',
    'forward',
    'shortcuts',
    'instance',
  ] as const),
  ...tabShortcuts,
] as const;
export type ShortcutId = (typeof shortcutIds)[number];

/** A shortcut as people read it. */
export type Shortcut = { id: ShortcutId; chord: Keys; label: string };

/** All of them, in the order in which they are shown. */
export const shortcuts: readonly Shortcut[] = [
  { id: 'palette', chord: ['Mod', 'K'], label: 'Go to a game or run a command' },
  { id: 'overview', chord: ['G', 'O'], label: 'Open the overview of all games' },
  { id: 'instance', chord: ['Mod', '1..9'], label: 'Open an instance' },
  { id: 'transfers', chord: ['Mod', 'J'], label: 'Open the transfers' },
  { id: 'settings', chord: ['Mod', ','], label: 'Open the settings' },
  { id: 'upload', chord: ['Mod', 'U'], label: 'Upload a build' },
  { id: 'create-game', chord: ['N'], label: 'Create a game' },
  { id: 'go-deploy', chord: ['G', 'D'], label: 'Open the Deploy page' },
  { id: 'go-builds', chord: ['G', 'B'], label: 'Open the Builds page' },
  { id: 'go-servers', chord: ['G', 'S'], label: 'Open the Servers page' },
  { id: 'go-activity', chord: ['G', 'A'], label: 'Open the Activity page' },
  { id: 'go-history', chord: ['G', 'H'], label: 'Open the history of a namespace' },
  { id: 'back', chord: ['['], label: 'Go back' },
  { id: 'forward', chord: [']'], label: 'Go forward' },
  { id: 'shortcuts', chord: ['?'], label: 'Show all shortcuts' },
];

/** Keys that work inside of lists and layers; shown, not listened for. */
export const listKeys: readonly { chord: Keys; label: string }[] = [
  { chord: ['J', 'K'], label: 'Move in a list, as the arrows do' },
  { chord: ['Enter'], label: 'Open' },
  { chord: ['Space'], label: 'Peek at a server, and close it again' },
  { chord: ['/'], label: 'Search here, or the log of the open server' },
  { chord: ['F'], label: 'Follow that log' },
  { chord: ['L'], label: 'Run the selected version on a namespace' },
  { chord: ['P'], label: 'Promote the selected version, or the one of the focused namespace' },
  { chord: ['R'], label: 'Roll back the focused namespace' },
  { chord: ['H'], label: 'Open the history of the focused namespace' },
  { chord: ['Alt', 'Updown'], label: 'Move the focused namespace up or down' },
  { chord: ['F6'], label: 'Go to the messages' },
  { chord: ['Esc'], label: 'Close the dialog, menu or message' },
];

/** The keys of a shortcut. */
export function chordOf(id: ShortcutId): Keys {
  return shortcuts.find((shortcut) => shortcut.id === id)?.chord ?? [];
}
