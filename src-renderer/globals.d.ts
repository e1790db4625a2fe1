// What the build and the preload script give the window beyond the language and the DOM.
interface Window {
  /** The port of the preload script; absent in a browser, where the window speaks over a WebSocket. */
  readonly slipwayPort?: import('../src-shared/bridge/port.ts').SlipwayPort;
}

/** The names that a module's classes have on the page. check:style finds one that the module does not have. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  // oxlint-disable-next-line import/no-default-export -- how Vite gives them out
  export default styles;
}
