// Play with others on this network: one switch that opens the guarded ports of a server at an address of this machine, after asking, with
// what others need to join and what may keep them from it. It ends with the server.
import { useEffect, useState } from 'react';
import type { ServerTarget, SharedAnswer } from '../../../../src-shared/servers/bridge.ts';
import type { ServerLan, ServerShare } from '../../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../../src-shared/service/servers.ts';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useHost } from '../../host/host-store.ts';
import styles from './lan.module.css';
import { shareServer, testShare } from './lan-actions.ts';
import { formatFirewall, joinAddress, sharedPorts } from './lan-selectors.ts';
import type { QrCode } from './qr-code.ts';
import { ShareDialog } from './share-dialog.tsx';

type Props = { target: ServerTarget; server: Server; lan: ServerLan };

/** What was asked for is shown until the service tells the same. */
export function LanShare({ target, server, lan }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState<boolean>();
  const told = lan.share !== undefined;
  if (asked === told) setAsked(undefined);
  const isOn = asked ?? told;
  const set = async (address: string | undefined) => {
    setAsking(false);
    setAsked(address !== undefined);
    if (!(await shareServer(target, address))) setAsked(undefined);
  };
  const canShare = lan.addresses.length > 0 || isOn;
  return (
    <section className={styles.share} aria-labelledby="lan-title">
      <h3 id="lan-title">
        {t('Play with others on this network')}
        {canShare && (
          <Switch
            label={t('Play with others on this network')}
            on={isOn}
            onChange={(on) => (on ? setAsking(true) : void set(undefined))}
          />
        )}
      </h3>
      {!canShare && (
        <p className={shared.faint}>
          {t('This machine is in no private network now. Connect it to one, by Wi-Fi or cable.')}
        </p>
      )}
      {lan.share !== undefined && isOn && <Shared server={server} share={lan.share} addresses={lan.addresses} />}
      <ShareDialog
        open={isAsking}
        addresses={lan.addresses}
        onShare={(address) => void set(address)}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

type SharedProps = { server: Server; share: ServerShare; addresses: readonly string[] };

function Shared({ server, share, addresses }: SharedProps) {
  const join = joinAddress(server, share);
  if (join === undefined) return null;
  return (
    <div className={styles.shared}>
      <QrImage text={join} />
      <div className={styles.words}>
        <p className={styles.address}>
          <span className={classNames(shared.mono, shared.ellipsis)}>{join}</span>
          <CopyButton text={join} label={t('Copy the address {address}', { address: join })} />
        </p>
        {addresses.includes(share.address) ? (
          <Test server={server} share={share} />
        ) : (
          <p role="status">
            <StateGlyph state="notice" />
            <span>
              {t('This machine no longer has the address {address}. Turn sharing off and on again.', {
                address: share.address,
              })}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

/** From this machine alone: what a firewall keeps from others, it need not keep from itself. */
function Test({ server, share }: Omit<SharedProps, 'addresses'>) {
  const platform = useHost((state) => state.host?.platform);
  const [answers, setAnswers] = useState<readonly SharedAnswer[]>();
  const [turn, setTurn] = useState(0);
  const ports = sharedPorts(server, share);
  const key = JSON.stringify([share.address, ports]);
  useEffect(() => {
    let isOver = false;
    const [address, wanted] = JSON.parse(key);
    setAnswers(undefined);
    void testShare(address, wanted).then((found) => !isOver && setAnswers(found));
    return () => {
      isOver = true;
    };
  }, [key, turn]);
  return (
    <>
      <p role="status">
        <Answer answers={answers} />
      </p>
      <p className={shared.faint}>{formatFirewall(platform, ports)}</p>
      <Button small icon="restart" onClick={() => setTurn(turn + 1)}>
        {t('Test again')}
      </Button>
    </>
  );
}

function Answer({ answers }: { answers: readonly SharedAnswer[] | undefined }) {
  if (answers === undefined) return t('Testing the address…');
  const closed = answers.filter(({ isOpen }) => !isOpen).map(({ name }) => name);
  if (closed.length === 0)
    return (
      <>
        <StateGlyph state="done" />
        <span>{t('This machine reaches it there. If others do not, a firewall is in the way.')}</span>
      </>
    );
  return (
    <>
      <StateGlyph state="notice" />
      <span>{t('{ports} does not answer there. Check whether the server listens.', { ports: closed.join(', ') })}</span>
    </>
  );
}

const QUIET_EDGE = 4;

/** A QR code: dark on light in every theme, as readers want it, with its quiet edge. Loaded only where it is shown. */
function QrImage({ text }: { text: string }) {
  const [code, setCode] = useState<QrCode>();
  useEffect(() => {
    let isOver = false;
    void import('./qr-code.ts').then(({ qrCodeOf }) => !isOver && setCode(qrCodeOf(text)));
    return () => {
      isOver = true;
    };
  }, [text]);
  const size = (code?.length ?? 0) + 2 * QUIET_EDGE;
  const path = code
    ?.map((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_EDGE} ${y + QUIET_EDGE}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('QR code of {text}', { text })}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
