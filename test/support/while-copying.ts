// Does something while kept folders are copied: right before their first file.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

export function whileCopying(work: () => Promise<unknown>): void {
  const { copyFile } = promises;
  const undo = () => {
    promises.copyFile = copyFile;
    syncBuiltinESMExports();
  };
  promises.copyFile = async (...files) => {
    undo();
    await work();
    await copyFile(...files);
  };
  syncBuiltinESMExports();
  onTestFinished(undo);
}
