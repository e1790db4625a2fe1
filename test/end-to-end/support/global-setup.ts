// Before the first end-to-end test and after the last: the bundle that the tests start, and a folder for what is temporary, with all
// of it removed.

import { buildBundle } from '../../bundle/build.ts';
import { makeRunFolder } from '../../support/run-folder.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes nothing else
export default async function setUp(): Promise<() => Promise<void>> {
  process.env['SLIPWAY_TEST_BUNDLE'] = await buildBundle();
  return await makeRunFolder();
}
