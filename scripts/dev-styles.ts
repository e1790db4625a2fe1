// Lets the window load the styles of modules while Vite serves it: it puts them in elements, which the page's policy refuses.
import type { Plugin } from 'vite';

/** Only for the development server: a build links all styles as a file. */
export function devStyles(): Plugin {
  return {
    name: 'slipway-dev-styles',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
  };
}
