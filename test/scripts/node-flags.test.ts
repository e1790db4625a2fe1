// The flags of the packaged service, where they cannot be read from one place.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nodeFlags } from '../../scripts/node-flags.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';

it.each(['package.json', 'scripts/package-deb/files/slipway.sh'])(
  '%s starts Node with the same flags',
  async (file) => {
    const text = await readFile(path.join(projectRoot, file), 'utf8');
    expect(text).toContain(`node ${nodeFlags.join(' ')} `);
  },
);
