// Takes a renewed certificate without a restart, which would end all servers: looks at its files now and then, as whoever renews them
// may replace what a link leads to.
import { stat } from 'node:fs/promises';
import type { Server } from 'node:tls';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Log } from '../logging/log.ts';
import { readCertificate, type TlsFiles } from './certificate.ts';

/** Answers how to end it. */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: TlsFiles,
  { everyMs, log }: { everyMs: number; log: Log },
): () => void {
  const seen = stampOf(files);
  let last = seen;
  let looking: Promise<void> | undefined;
  const look = async () => {
    const [before, now] = [await last, await stampOf(files)];
    if (now === before) return;
    last = Promise.resolve(now);
    const { cert, key, validTo } = await readCertificate(files);
    server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' });
    log('info', 'certificate renewed', { file: files.certFile, good_until: validTo });
  };
  const timer = setInterval(() => {
    looking ??= look()
      // What is half written is whole at the next look; until then the old one is shown.
      .catch((thrown: unknown) => log('error', asAppError(thrown).message))
      .finally(() => {
        looking = undefined;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** What changes when a file is written or replaced; one that is gone counts as unchanged by and by. */
async function stampOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const stamps = await Promise.all(
    [certFile, keyFile].map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found === undefined ? 'gone' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    }),
  );
  return stamps.join('\n');
}
