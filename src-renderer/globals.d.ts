// What the build and the preload script give the window beyond the language and the DOM.
interface Window {
  /** The port of the preload script; absent in a browser, where the window speaks over a WebSocket. */
  readonly slipwayPort?: import('../src-shared/bridge/port.ts').SlipwayPort;
}
