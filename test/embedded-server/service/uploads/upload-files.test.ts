// A part that was received aside gets into its place whole.
import { randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyPart } from '../../../../embedded-server/service/uploads/upload-files.ts';
import { openShort } from '../../../support/short-writes.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

test('a part is copied whole, where the disk takes less at a time than it is given', async () => {
  const bytes = randomBytes(1_500_000);
  const aside = path.join(await makeTempFolder(), 'aside');
  await writeFile(aside, bytes);
  const from = await open(aside);
  onTestFinished(() => from.close());
  const { file, handle } = await openShort();
  await copyPart(from, handle, { number: 2, offset: 100, length: bytes.length });
  expect((await readFile(file)).subarray(100).equals(bytes)).toBe(true);
});
