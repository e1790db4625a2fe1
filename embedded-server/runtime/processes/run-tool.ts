// Runs a small program of the system and answers what it printed. Some of them end with 1 where they have nothing to say.
import { execFile } from 'node:child_process';

const LARGEST_ANSWER = 33_554_432;
const LONGEST_MS = 20_000;

export function runTool(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: LARGEST_ANSWER, timeout: LONGEST_MS, windowsHide: true };
    execFile(program, args, options, (error, printed) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve(printed);
    });
  });
}
