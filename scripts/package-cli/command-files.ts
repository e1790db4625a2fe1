// The installed command line as a few files of plain JavaScript, with all that it needs.
import { type BundledFile, bundle } from '../bundle.ts';
import { threadFiles } from '../thread-files.ts';

/** No command starts the thread of the app's own service. */
const { 'service-worker': _, ...threads } = threadFiles;

let made: Promise<readonly BundledFile[]> | undefined;

/** Several packages are made of the same files: they are bundled once in a process. */
export function commandFiles(): Promise<readonly BundledFile[]> {
  return (made ??= bundle({
    programs: { slipway: 'src-main/cli/installed.ts' },
    threads,
    format: 'cjs',
    isMinified: true,
  }));
}

/** What the executable begins with; it stands alone. */
export async function insideScript(): Promise<string> {
  const programs = { inside: 'src-main/cli/inside-executable.ts' };
  const [file] = await bundle({ programs, threads: {}, format: 'cjs', isMinified: true });
  if (file === undefined) throw new Error('A bundle of one program is one file');
  return file.text;
}
