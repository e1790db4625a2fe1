// `slipway --version`: answered alone, without loading any command.
import { slipwayVersion } from '../../src-shared/version.ts';
import type { CommandIo } from './command-io.ts';

/** Whether that was asked for, and is answered. */
export function answersVersion([first, ...rest]: readonly string[], io: Pick<CommandIo, 'stdout'>): boolean {
  if (first !== '--version' && first !== '-v') return false;
  const { versions, platform, arch } = process;
  const all = { version: slipwayVersion, node: versions.node, platform, arch };
  io.stdout.write(`${rest.includes('--json') ? JSON.stringify(all) : slipwayVersion}\n`);
  return true;
}
