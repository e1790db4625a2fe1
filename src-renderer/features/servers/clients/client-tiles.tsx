// The clients that were started on a server, side by side, each with its label and the last lines that it wrote.
import { useEffect, useRef } from 'react';
import type { ClientView } from '../../../../src-shared/servers/clients-bridge.ts';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { plural, t, translate } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { withoutAnsi } from '../log/ansi.ts';
import styles from './clients.module.css';
import { forgetClients, stopClient } from './clients-actions.ts';
import { useClients } from './clients-store.ts';

/** Ended ones stay until they are cleared. Nothing is drawn where none was started. */
export function ClientTiles({ server_id }: { server_id: string }) {
  const clients = useClients((state) => state.clients);
  const own = clients.filter(({ server_id: id }) => id === server_id);
  if (own.length === 0) return null;
  const ended = own.filter(({ ended_at: end }) => end !== undefined).length;
  return (
    <section className={styles.clients} aria-label={t('Clients')}>
      <div className={styles.bar}>
        <h3>{formatOpen(own.length - ended, ended)}</h3>
        <span className={shared.grow} />
        {ended > 0 && (
          <Button small onClick={() => void forgetClients()}>
            {t('Clear ended')}
          </Button>
        )}
      </div>
      <ul className={styles.tiles}>
        {own.map((client) => (
          <li key={client.id}>
            <Tile client={client} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ client }: { client: ClientView }) {
  const { label, pid, ending, ended_at: end, lines, command } = client;
  const scroller = useRef<HTMLDivElement>(null);
  const newest = lines.at(-1)?.number ?? 0;
  useEffect(() => {
    const { current } = scroller;
    if (current !== null && newest > 0) current.scrollTop = current.scrollHeight;
  }, [newest]);
  const name = t('Client {label}', { label });
  return (
    <div className={styles.tile}>
      <div className={styles.head} title={command}>
        <StateGlyph state={end === undefined ? 'running' : 'stopped'} />
        <b>{name}</b>
        <span className={classNames(shared.faint, shared.small, shared.ellipsis)}>
          {translate(ending) ?? (pid === undefined ? '' : t('process {pid}', { pid }))}
        </span>
        <span className={shared.grow} />
        {end === undefined && (
          <Button small kind="quiet" onClick={() => void stopClient(client.id)}>
            {t('End client {label}', { label })}
          </Button>
        )}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      <div
        ref={scroller}
        className={classNames(styles.lines, shared.mono)}
        tabIndex={0}
        role="log"
        aria-label={t('Output of client {label}', { label })}
      >
        {lines.length === 0 && <span className={shared.faint}>{t('No output yet.')}</span>}
        {lines.map(({ number, is_error: isError, text }) => (
          <div key={number} className={isError ? shared.bad : undefined}>
            <span className={classNames(styles.label, shared.faint)}>{label}</span>
            {withoutAnsi(text)}
          </div>
        ))}
      </div>
    </div>
  );
}

function formatOpen(open: number, ended: number): string {
  return ended === 0
    ? plural(open, '{n} client open', '{n} clients open')
    : plural(open, '{n} client open, {ended} ended', '{n} clients open, {ended} ended', { ended });
}
