// An error that nobody caught in the thread of the service: the thread is lost, that is reported with what was thrown, and the next
// start finds everything as it was.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createLocalService } from '../../../../src-main/core/local-service/local-service.ts';
import type { AppError } from '../../../../src-shared/errors/app-error.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const real = new URL('../../../../src-main/core/local-service/service-worker.ts', import.meta.url).href;

it('is reported with its cause, kept in the log of Local, and survived', async () => {
  const appFolder = await makeTempFolder();
  const script = path.join(appFolder, 'breaking-worker.ts');
  const mark = path.join(appFolder, 'break');
  await writeFile(
    script,
    `import { existsSync, rmSync } from 'node:fs';
import ${JSON.stringify(real)};
setInterval(() => {
  if (!existsSync(${JSON.stringify(mark)})) return;
  rmSync(${JSON.stringify(mark)});
  throw new Error('a cable fell out');
}, 20);
`,
  );
  const unexpected: AppError[] = [];
  const ended: AppError[] = [];
  const service = createLocalService({
    workerFile: pathToFileURL(script),
    appFolder,
    onUnexpected: (error) => unexpected.push(error),
  });
  onTestFinished(() => service.stop());
  service.whenEnded((problem) => ended.push(problem));
  const request = { dataFolder: path.join(appFolder, 'local'), port: 0, keep: undefined, freshBeside: appFolder };
  const first = await service.start(request);
  await writeFile(mark, '');
  await until(() => ended.length > 0, 'the end of the thread');
  expect(ended).toMatchObject([
    { code: 'SERVICE_STOPPED', message: 'The service stopped by itself: a cable fell out.' },
  ]);
  expect(unexpected).toMatchObject([{ code: 'SERVICE_STOPPED', cause: { message: 'a cable fell out' } }]);
  expect(service.log.snapshot().join('\n')).toContain('a cable fell out');
  expect((await service.start(request)).token).toBe(first.token);
  expect(ended).toHaveLength(1);
});
