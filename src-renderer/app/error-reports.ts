// Errors of the window that nobody caught: they go into the app's log, and a person is told under which ray id.
import { client } from '../bridge/client.ts';
import { t } from '../text/t.ts';
import { say } from '../ui/notices/notices-actions.ts';

/** So many in one run; what comes after them is of the same cause. */
const MOST = 5;

/** Reports until the answer is called. */
export function startErrorReports(): () => void {
  let count = 0;
  const take = (thrown: unknown) => {
    count += 1;
    if (count <= MOST) void report(thrown);
  };
  const onError = ({ error, message }: ErrorEvent) => take(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => take(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

async function report(thrown: unknown): Promise<void> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const input = { message: error.message.slice(0, 2_000), details: (error.stack ?? '').slice(0, 8_000) };
  const ray_id = await client.call('desktop.reportError', input).then(
    (answer) => answer.ray_id,
    () => null, // the window is not connected; what is said below is all that can be done
  );
  const where = ray_id === null ? error.message : t('The log has the details under {ray_id}.', { ray_id });
  say({ state: 'failed', title: t('Something went wrong in the window'), detail: where });
}
