// Says why an engine did not start a server's container, and what to do about it.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import type { Engine } from './engine.ts';

export function refusedStart(engine: Engine, lines: readonly string[], cause?: unknown): AppError {
  const why = lines.at(-1)?.replace(/\.?$/, '.');
  const given = { engine: engine.name, remedy: hintFor(lines.join(' ')) };
  return new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    why === undefined
      ? messageFor('container.not-started', given)
      : messageFor('container.not-started-because', { ...given, why }),
    { metadata: { engine: engine.name, version: engine.version, lines }, cause },
  );
}

const HINTS: readonly [RegExp, Message][] = [
  [/exec format error/i, messageFor('container.do-build-for-processor')],
  [
    /executable file .*not found|no such file or directory|no command specified|requires a command/i,
    messageFor('container.do-name-program'),
  ],
  [/permission denied/i, messageFor('container.do-make-executable')],
  [/cgroup/i, messageFor('container.do-update-engine')],
  [/no space left/i, messageFor('container.do-free-engine-disk')],
];

function hintFor(words: string): Message {
  const found = HINTS.find(([pattern]) => pattern.test(words));
  return found?.[1] ?? messageFor('container.do-try-by-hand');
}
