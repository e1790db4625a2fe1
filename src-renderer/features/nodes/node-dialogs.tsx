// What is asked before a node is emptied, and what to type on a machine that is to be one.
import { useEffect, useState } from 'react';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import { DEFAULT_DRAIN_LIMIT_MS } from '../../../src-shared/nodes/default-drain-limit.ts';
import type { FleetNodeView, JoinGuideView, NodeList } from '../../../src-shared/service/nodes.ts';
import shared from '../../design/shared.module.css';
import { errorText, plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Select } from '../../ui/select.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './nodes.module.css';
import { drainNode, explainJoin } from './nodes-actions.ts';
import { hasOtherPlace, playersOn } from './nodes-selectors.ts';

type DrainProps = {
  instance_id: string;
  list: NodeList | null;
  node_id: string | undefined;
  onClose: () => void;
};

/** Closed when the node goes meanwhile. */
export function DrainDialog({ instance_id, list, node_id, onClose }: DrainProps) {
  const node = list?.nodes.find(({ id }) => id === node_id);
  return (
    <Dialog
      open={node !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t('Drain {name}', { name: node?.name ?? '' })}
      text={t(
        'It takes no new servers. What namespaces keep is started on other nodes first; then each server here ends when its last player has left.',
      )}
    >
      {node !== undefined && list !== null && (
        <DrainForm instance_id={instance_id} list={list} node={node} onClose={onClose} />
      )}
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;

type FormProps = { instance_id: string; list: NodeList; node: FleetNodeView; onClose: () => void };

function DrainForm({ instance_id, list, node, onClose }: FormProps) {
  const [limit, setLimit] = useState(DEFAULT_DRAIN_LIMIT_MS);
  const { submit, isBusy, problem } = useSubmit(async () => {
    const found = await drainNode({ instance_id, node_id: node.id }, limit);
    if (found === undefined) onClose();
    return found;
  });
  const players = playersOn(node);
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(dialogStyles.body, styles.form)}>
        <label className={styles.limit}>
          {t('Servers that still have players end')}
          <Select
            label={t('Servers that still have players end')}
            value={String(limit)}
            options={[
              { value: String(HOUR_MS / 2), label: t('after 30 minutes') },
              { value: String(HOUR_MS), label: t('after an hour') },
              { value: String(2 * HOUR_MS), label: t('after 2 hours') },
              { value: String(24 * HOUR_MS), label: t('after a day') },
              { value: '0', label: t('now') },
            ]}
            onValue={(value) => setLimit(Number(value))}
          />
        </label>
        {limit === 0 && players > 0 && (
          <p className={shared.wait}>
            {plural(players, '{n} player is disconnected.', '{n} players are disconnected.')}
          </p>
        )}
        {!hasOtherPlace(list, node.id) && (
          <p className={shared.wait}>{t('No other node takes servers now: new ones wait until one does.')}</p>
        )}
        {problem !== undefined && <InlineError title={t('It was not drained')}>{problem}</InlineError>}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" kind={limit === 0 ? 'bad' : 'primary'} busy={isBusy}>
          {limit === 0 ? t('End its servers now') : t('Drain {name}', { name: node.name })}
        </Button>
      </div>
    </form>
  );
}

type AddProps = { instance_id: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The command is asked for when it is shown, as it has a secret in it. */
export function AddNodeDialog({ instance_id, open, onOpenChange }: AddProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={t('Add a node')}
      text={t('Type this on the machine, where Docker runs. Whoever has the token in it can join as well.')}
    >
      {open && <Guide instance_id={instance_id} />}
      <div className={dialogStyles.foot}>
        <Button onClick={() => onOpenChange(false)}>{t('Close')}</Button>
      </div>
    </Dialog>
  );
}

function Guide({ instance_id }: { instance_id: string }) {
  const [guide, setGuide] = useState<JoinGuideView>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOld = false;
    explainJoin(instance_id).then(
      (found) => !isOld && setGuide(found),
      (thrown: unknown) => !isOld && setProblem(errorText(asAppError(thrown))),
    );
    return () => {
      isOld = true;
    };
  }, [instance_id]);
  return (
    <div className={classNames(dialogStyles.body, styles.form)}>
      {problem !== undefined && <InlineError title={t('It could not be asked')}>{problem}</InlineError>}
      {guide !== undefined && <Typed text={guide.command} />}
      {guide?.load !== undefined && (
        <>
          <p>{t('It needs the image {image} as well. Type this on a machine that has it:', { image: guide.image })}</p>
          <Typed text={guide.load} />
        </>
      )}
    </div>
  );
}

function Typed({ text }: { text: string }) {
  return (
    <div className={styles.typed}>
      <code className={classNames(shared.mono, shared.selectable)}>{text}</code>
      <CopyButton text={text} label={t('Copy the command')} />
    </div>
  );
}
