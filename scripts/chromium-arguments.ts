// How the tests start Chromium: also as root and without a graphics card, and without talking to the internet on its own.

export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
