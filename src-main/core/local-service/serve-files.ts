// The service's end of a hand-over: takes the files that the app names, and says how far it is and how it went.
import type { RunningServer } from '../../../embedded-server/index.ts';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

type Take = Extract<ToWorker, { t: 'take' }>;

export function serveFiles({ takeFile }: Pick<RunningServer, 'takeFile'>, say: (message: FromWorker) => void) {
  const underWay = new Map<number, AbortController>();
  return {
    take: async ({ id, uploadId, ...file }: Take): Promise<void> => {
      const controller = new AbortController();
      underWay.set(id, controller);
      try {
        await takeFile(uploadId, file, controller.signal, (bytes) => say({ t: 'taking', id, bytes }));
        say({ t: 'taken', id });
      } catch (thrown) {
        say({ t: 'refused', id, error: asAppError(thrown).toBody() });
      } finally {
        underWay.delete(id);
      }
    },
    cancel: (id: number) => underWay.get(id)?.abort(),
  };
}
