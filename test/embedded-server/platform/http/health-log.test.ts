// What is logged of requests: that the service lives is asked every few seconds, and no line.
import { expect, it } from 'vitest';
import { startTestService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

it('has no line for each sign of life, and one for all else', async () => {
  const { call, log } = await startTestService();
  const paths = () => log.flatMap(({ message, path }) => (message === 'request' ? [path] : []));
  expect((await call('GET', '/healthz')).status).toBe(200);
  await call('POST', '/healthz', { body: {} });
  await call('GET', '/nowhere');
  await until(() => paths().includes('/nowhere'));
  expect(paths().filter((path) => path === '/healthz')).toHaveLength(1); // what was refused
});
