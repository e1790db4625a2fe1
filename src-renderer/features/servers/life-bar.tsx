// The life of a server as one bar: created, started, running until now or its end. Starting lasts seconds, so it has a fixed width.
import type { Server } from '../../../src-shared/service/servers.ts';
import { useNow } from '../../ui/use-now.ts';
import { durationWords } from '../../ui/words.ts';
import { isEnded, isTrouble, secondsWords, serverWords, stateOf, upWords } from './server-words.ts';

/** The times are those that the service has told, and nothing else. */
export function LifeBar({ server }: { server: Server }) {
  const now = useNow(!isEnded(server));
  const { created_at: made, started_at: start, destroyed_at: end } = server;
  const until = end ?? now;
  const preparing = start === undefined ? until - made : start - made;
  const isOver = end !== undefined;
  return (
    <div className="life">
      <div className="life-bar" aria-hidden="true">
        <i
          className={start === undefined ? 'life-make life-only' : 'life-make'}
          data-bad={flag(isOver && start === undefined)}
        />
        {start !== undefined && <i className="life-run" data-state={stateOf(server)} />}
        {isOver && isTrouble(server) && <i className="life-bad" />}
      </div>
      <ol>
        <li className="life-first">
          <b>Created</b>
          {secondsWords(made)}
        </li>
        {start !== undefined && (
          <li className="life-rest">
            <b>{stateOf(server) === 'silent' ? 'Started' : 'Running'}</b>
            {secondsWords(start)}, ready in {durationWords(preparing)}
          </li>
        )}
        <li className="end">
          <b className={isTrouble(server) ? 'bad' : undefined}>{isOver ? serverWords(server, now) : 'Now'}</b>
          {isOver ? `${secondsWords(until)}, ${upWords(until - (start ?? made))}` : upWords(until - (start ?? made))}
        </li>
      </ol>
    </div>
  );
}

function flag(on: boolean): '' | undefined {
  return on ? '' : undefined;
}
