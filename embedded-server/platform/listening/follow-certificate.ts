// Takes a renewed certificate without a restart, which would end all servers: looks at its files now and then, as whoever renews them
// may replace what a link leads to.
import type { Server } from 'node:tls';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Log } from '../logging/log.ts';
import { readCertificate, type Secure, secureContextOf, stampOf } from './certificate.ts';

/** Answers how to end it. */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  { files, stamp }: Pick<Secure, 'files' | 'stamp'>,
  { everyMs, log }: { everyMs: number; log: Log },
): () => void {
  let last = stamp;
  let looking: Promise<void> | undefined;
  const look = async () => {
    const now = await stampOf(files);
    if (now === last) return;
    last = now;
    const renewed = await readCertificate(files);
    server.setSecureContext(secureContextOf(renewed));
    log('info', 'certificate renewed', { file: files.certFile, good_until: renewed.validTo });
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
