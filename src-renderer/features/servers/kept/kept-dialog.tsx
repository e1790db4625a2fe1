// The kept folders of a namespace: what is in them, and their snapshots. What would be lost is asked about where it stands.
import { useEffect } from 'react';
import type { InstanceView } from '../../../../src-shared/instances/bridge.ts';
import type { NamespacePlace } from '../../../../src-shared/servers/bridge.ts';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { whyReadOnly } from '../../instances/instances-selectors.ts';
import { useServers } from '../servers-store.ts';
import styles from './kept.module.css';
import { readKept, setKeptOpen } from './kept-actions.ts';
import { OneSet } from './kept-set.tsx';
import { useKept } from './kept-store.ts';

type Props = { instance: InstanceView; place: NamespacePlace; namespace: string };

/** Is open while the store says so, and no longer than its namespace is looked at. */
export function KeptDialog({ instance, place, namespace }: Props) {
  const isOpen = useKept((state) => state.isOpen);
  useEffect(() => () => setKeptOpen(false), [place]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setKeptOpen}
      title={t('Kept folders of {namespace}', { namespace })}
      text={t(
        'Files that stay when servers restart or the version is switched. A build lists these folders under "keep" in its slipway.json.',
      )}
      wide
    >
      <Content instance={instance} place={place} />
    </Dialog>
  );
}

function Content({ instance, place }: Omit<Props, 'namespace'>) {
  const { isOpen, sets, problem } = useKept();
  // A server takes the folders when it starts and leaves them when it has ended: each such step is read.
  const holders = useServers(({ list }) => list?.map(({ id, state }) => `${id} ${state}`).join());
  useEffect(() => {
    if (isOpen) void readKept(place);
  }, [isOpen, place, holders]);
  const off = whyReadOnly(instance);
  return (
    <div className={classNames(styles.kept, dialogStyles.body)}>
      {problem !== undefined && <InlineError title={t('That did not work')}>{problem}</InlineError>}
      {sets?.length === 0 && <p className={shared.dim}>{t('Nothing is kept yet.')}</p>}
      {sets?.map((set) => (
        <OneSet key={set.slot} set={set} place={place} isOnly={sets.length === 1} off={off} />
      ))}
    </div>
  );
}
