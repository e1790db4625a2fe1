// Which shell an end-to-end test runs in: each Playwright project sets this option, and fixtures start the app by it.

export type ShellName = 'browser-shell' | 'electron-stand-in' | 'electron';

export interface ShellOption {
  /** Declare it in the fixtures with `shell: ['browser-shell', { option: true }]`. */
  readonly shell: ShellName;
}
