// How many may send to one presigned address at once: more than a sender and those of its lines that are lost without that we
// know it yet are of no use to anybody.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { createCounter } from './counter.ts';

const MOST = 8;
/** Then lost lines are cut off, or near it. */
const AGAIN_SECONDS = 10;

export function createAddressLimit() {
  const sending = createCounter();
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    if (sending.count(address) >= MOST) throw tooMany();
    sending.add(address);
    try {
      return await work();
    } finally {
      sending.drop(address);
    }
  };
}

function tooMany(): AppError {
  const metadata = { retry_after: AGAIN_SECONDS };
  return new AppError('API_RATE_LIMIT', 'upload.too-many-to-address', { seconds: AGAIN_SECONDS }, { metadata });
}
