// Leaves out of the window's bundle how zod makes JSON Schemas. Each schema has that as a method, so no bundler can tell that the
// window, which only checks what was typed, never asks for one.
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const MAKERS = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: async (id) => {
      if (!MAKERS.test(id.replaceAll('\\', '/'))) return null;
      const maker: Record<string, unknown> = await import(pathToFileURL(id).href);
      const names = Object.keys(maker).map((name) => `nothing as ${name}`);
      return `const nothing = () => nothing; export { ${names.join(', ')} };`;
    },
  };
}
