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
  let shown = stamp;
  let said: string | undefined;
  let looking: Promise<void> | undefined;
  const look = async () => {
    if ((await stampOf(files)) !== shown) await renew();
    said = undefined;
  };
  const renew = async () => {
    const renewed = await readCertificate(files);
    server.setSecureContext(secureContextOf(renewed));
    shown = renewed.stamp;
    log('info', 'certificate renewed', { file: files.certFile, good_until: renewed.validTo });
  };
  /** What is half written is whole at the next look, and rights may be given later: until then the old one is shown. */
  const say = (thrown: unknown) => {
    const { message } = asAppError(thrown);
    if (message !== said) log('error', message);
    said = message;
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(say)
      .finally(() => {
        looking = undefined;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
