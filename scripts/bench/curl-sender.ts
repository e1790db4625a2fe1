// Sends files with curl, several at once, each lane over one kept connection: a sender that costs little, on its own CPU time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type SentFile = { file: string; url: string; digest?: string | undefined };

/** Seconds until all are answered. Throws when one is refused. Lanes take turns, as a queue of parts would. */
export async function sendFiles(files: readonly SentFile[], lanes: number): Promise<number> {
  const startedAt = performance.now();
  const one = (lane: number) => runCurl(files.filter((_, index) => index % lanes === lane));
  await Promise.all(Array.from({ length: lanes }, (_, lane) => one(lane)));
  return (performance.now() - startedAt) / 1000;
}

async function runCurl(files: readonly SentFile[]): Promise<void> {
  const curl = spawn('curl', ['--config', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  curl.stdin.end(files.map(configOf).join('next\n'));
  const output = text(curl.stderr);
  const [code]: unknown[] = await once(curl, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${String(code)}: ${await output}`);
}

function configOf({ file, url, digest }: SentFile): string {
  const headers = ['Expect:', ...(digest === undefined ? [] : [`Content-Digest: sha-256=:${digest}:`])];
  const options = [`url = "${url}"`, `upload-file = "${file}"`, 'output = "/dev/null"', 'silent', 'show-error', 'fail'];
  return [...options, ...headers.map((header) => `header = "${header}"`), ''].join('\n');
}
