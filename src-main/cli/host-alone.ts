// `slipway host` without the other commands: a fleet starts hosts by the hundred, and each would load them all.
import type { CommandIo } from './command-io.ts';
import { host } from './host.ts';
import { runSafely } from './run-safely.ts';

export async function runHostAlone(argv: readonly string[], io: CommandIo): Promise<void> {
  await runSafely(argv, io, () => host.run(argv.slice(1), io));
}
