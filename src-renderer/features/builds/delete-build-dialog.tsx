// Asks before a build is deleted, with what depends on it said first. While servers run it, its name has to be typed.
import { type FormEvent, useState } from 'react';
import type { BuildTarget, BuildUses } from '../../../src-shared/builds/bridge.ts';
import { plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { whyUnconfirmed } from '../../ui/confirm-name.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPacked } from '../../ui/format.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import styles from './builds.module.css';
import { removeBuild, setBuildDialog } from './builds-actions.ts';
import type { BuildLine } from './builds-selectors.ts';
import { type Read, useBuilds } from './builds-store.ts';

/** So many versions are named. */
const NAMED = 5;

type Props = { target: BuildTarget; line: BuildLine; onDeleted: () => void };

/** Is open while the store says so. */
export function DeleteBuildDialog({ target, line, onDeleted }: Props) {
  const isOpen = useBuilds((state) => state.dialog === 'delete');
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => setBuildDialog(open ? 'delete' : undefined)}
      title={t('Delete {name}', { name: line.build.name })}
      text={t('Its {size} are freed, unless another build has the same bytes. This cannot be undone.', {
        size: formatPacked(line.build.content_length),
      })}
    >
      <Form target={target} line={line} onDeleted={onDeleted} />
    </Dialog>
  );
}

function Form({ target, line, onDeleted }: Props) {
  const uses = useBuilds((state) => state.uses);
  const [typed, setTyped] = useState('');
  const { name } = line.build;
  const known = valueOf(uses);
  const isRun = (known?.servers?.length ?? 0) > 0;
  const off = isRun ? whyUnconfirmed(typed, name) : undefined;
  const { run, isBusy, problem } = useDeletion(onDeleted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined && !isBusy) void run(target, name, isRun ? typed : undefined);
  };
  const sentences = known === undefined ? [t('What uses it is not known yet.')] : formatUses(known);
  return (
    <form noValidate onSubmit={submit}>
      <div className={classNames(styles.deleteUsesBox, dialogStyles.body)}>
        <ul className={styles.deleteUses}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {isRun && (
          <Field label={t('Type {name} to confirm', { name })} name="confirm" value={typed} onValue={setTyped} />
        )}
        {problem !== undefined && <InlineError title={t('The build was not deleted')}>{problem}</InlineError>}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={() => setBuildDialog(undefined)}>{t('Cancel')}</Button>
        <Button type="submit" kind="bad" busy={isBusy} disabledReason={off}>
          {t('Delete {name}', { name })}
        </Button>
      </div>
    </form>
  );
}

function valueOf<T>(read: Read<T>): T | undefined {
  return read !== undefined && 'value' in read ? read.value : undefined;
}

/** When it is done the dialog closes, and the build with it. */
function useDeletion(onDeleted: () => void) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (target: BuildTarget, name: string, confirm: string | undefined) => {
    setBusy(true);
    const found = await removeBuild(target, name, confirm);
    setBusy(false);
    setProblem(found);
    if (found !== undefined) return;
    setBuildDialog(undefined);
    onDeleted();
  };
  return { run, isBusy, problem };
}

function formatUses({ versions, namespaces, servers }: BuildUses): string[] {
  const sentences = [
    formatVersions(versions),
    ...(namespaces ?? []).map(({ name_id: name }) =>
      t('{name} runs it: switch it to another version first.', { name }),
    ),
    formatServers(servers?.length ?? 0),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? [t('Nothing uses it.')] : sentences;
}

function formatVersions(versions: BuildUses['versions']): string | undefined {
  if (versions === null) return t('This instance does not report which versions use it.');
  if (versions.length === 0) return undefined;
  const names = versions.slice(0, NAMED).map(({ display_name: name }) => name);
  const shown = names.join(', ');
  return plural(
    versions.length,
    '{n} version ({names}) cannot be switched to any more.',
    '{n} versions ({names}) cannot be switched to any more.',
    { names: versions.length > NAMED ? t('{names} and more', { names: shown }) : shown },
  );
}

function formatServers(count: number): string | undefined {
  if (count === 0) return undefined;
  const who = plural(count, '{n} server runs it.', '{n} servers run it.');
  return `${who} ${t('They keep running, but cannot be started again once they end.')}`;
}
