// Puts a catalogue into the window's bundle with short keys. Half of its weight would be the English that stands in the code already.
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Catalogue } from '../../src-shared/text/catalogue.ts';
import { gatherKeys } from '../../src-shared/text/short-key.ts';

export function shortCatalogue(): Plugin {
  return {
    name: 'short-catalogue',
    apply: 'build',
    load: async (id) => {
      if (!id.replaceAll('\\', '/').endsWith('src-shared/text/de/index.ts')) return null;
      const { german }: { german: Catalogue } = await import(pathToFileURL(id).href);
      const short = JSON.stringify(gatherKeys(german));
      return `import { spreadKeys } from '../short-key.ts';\nexport const german = spreadKeys(${short});`;
    },
  };
}
