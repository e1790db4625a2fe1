// Who starts programs without a wall.
import { expect, test } from 'vitest';
import { requireWall } from '../../../../embedded-server/runtime/walls/isolation.ts';
import { messageFor } from '../../../../src-shared/text/message.ts';

const wall = { isThere: true, builder: 'unshare', copy: 'made' } as const;
const none = { isThere: false, why: 'forbidden', remedy: messageFor('isolation.do-install-tools') } as const;

test('without a wall nothing is started that is not allowed, and why is said', () => {
  expect(() => requireWall(none, false)).toThrow(
    expect.objectContaining({
      code: 'SERVERS_SERVER_FAILED_TO_CREATE',
      reason: 'start.no-wall-here',
      message: expect.stringContaining('cannot isolate servers: forbidden. '),
    }),
  );
});

test('behind a wall, or where that is allowed, it is', () => {
  requireWall(wall, false);
  requireWall(none, true);
});
