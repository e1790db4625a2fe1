// A device link: the code that somebody opens at the remote, how long it lasts, and what became of it.
import type { DeviceLinkView } from '../../../../src-shared/instances/bridge.ts';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { errorText, t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import fieldStyles from '../../../ui/field.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './connect.module.css';
import { askForLink, dropLink, showLink } from './connect-actions.ts';
import { codeGroups, formatLeft } from './connect-selectors.ts';
import { useConnect } from './connect-store.ts';

/** Asks for a link to the address typed above. */
export function DeviceLink() {
  const { url, busy, problem, link_id, links } = useConnect();
  const link = links.find(({ id }) => id === link_id);
  if (link?.state === 'waiting') return <Waiting link={link} />;
  return (
    <div className={styles.device}>
      {link !== undefined && <Ended link={link} />}
      {problem?.field === 'link' && <Why>{errorText(problem) ?? ''}</Why>}
      <Button
        small
        busy={busy === 'link'}
        disabledReason={url === '' ? t('Type the URL first: the link comes from the remote') : undefined}
        onClick={() => void askForLink()}
      >
        {link === undefined ? t('Get a code') : t('Get a new code')}
      </Button>
    </div>
  );
}

function Waiting({ link }: { link: Extract<DeviceLinkView, { state: 'waiting' }> }) {
  const now = useNow(true);
  return (
    <div className={styles.device}>
      <div className={styles.deviceRow}>
        <Button small icon="open" onClick={() => void showLink(link.link)}>
          {t('Open the link')}
        </Button>
        <CopyButton text={link.link} label={t('Copy the link')} />
        <IconButton icon="x" size="tiny" label={t('Cancel the link')} onClick={() => void dropLink(link.id)} />
        <span className={shared.grow} />
        <span className={classNames(shared.faint, shared.small, shared.tabular)} role="timer">
          {formatLeft(link, now)}
        </span>
      </div>
      <div className={styles.deviceRow}>
        <code className={classNames(styles.code, shared.selectable)}>
          {codeGroups(link.code).map((group, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a group may be there twice, and its place is all that it has
            <span key={at}>{group}</span>
          ))}
        </code>
        <CopyButton text={link.code} label={t('Copy the code')} />
      </div>
      {link.problem !== undefined && (
        <p className={classNames(shared.faint, shared.small)}>
          {t('{message} Trying again.', { message: errorText(link.problem) ?? '' })}
        </p>
      )}
    </div>
  );
}

function Ended({ link }: { link: DeviceLinkView }) {
  if (link.state === 'expired') return <Why>{t('The code expired before anyone opened it.')}</Why>;
  if (link.state === 'failed') return <Why>{errorText(link.problem)}</Why>;
  return null;
}

function Why({ children }: { children: React.ReactNode }) {
  return (
    <p data-slot="field-error" className={classNames(styles.deviceWhy, fieldStyles.error)} role="alert">
      <StateGlyph state="failed" />
      <span>{children}</span>
    </p>
  );
}
