// One build from close by: what it is, what uses it, and its report, its files or how it differs from another.
import { useEffect, useMemo } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import shared from '../../design/shared.module.css';
import { t, translate } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatAgo, formatDate, formatPacked, shortId } from '../../ui/format.ts';
import paneStyles from '../../ui/pane.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import tagStyles from '../../ui/tag.module.css';
import { useNow } from '../../ui/use-now.ts';
import { BuildCompare } from './build-compare.tsx';
import { BuildFiles } from './build-files.tsx';
import { formatPacking } from './build-format.ts';
import { BuildHead } from './build-head.tsx';
import { BuildReport } from './build-report.tsx';
import { BuildUsers } from './build-users.tsx';
import styles from './builds.module.css';
import { forgetBuild, readUses, setBuildDialog, showPane } from './builds-actions.ts';
import type { BuildLine } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';
import { DeleteBuildDialog } from './delete-build-dialog.tsx';
import { NewVersionDialog } from './new-version-dialog.tsx';

type Props = {
  instance: InstanceView;
  game: GameFull;
  line: BuildLine;
  lines: readonly BuildLine[];
  onClose: () => void;
};

/** Everything it shows belongs to this one build: another one is another component. */
export function BuildDetail({ instance, game, line, lines, onClose }: Props) {
  const { build, namespace_id } = line;
  const target = useMemo(
    () => ({ instance_id: instance.id, game_id: game.game_id, namespace_id, build_id: build.id }),
    [instance.id, game.game_id, namespace_id, build.id],
  );
  const running = [...line.runsOn, ...line.endsOn].join(' ');
  useEffect(() => {
    forgetBuild();
    setBuildDialog(undefined);
    return forgetBuild;
  }, []);
  // Read again when a namespace switches to it or away from it.
  // oxlint-disable-next-line react/exhaustive-deps -- what runs it is a reason to read, and no part of what is read
  useEffect(() => readUses(target), [target, running]);
  return (
    <section data-slot="pane" className={paneStyles.pane} aria-label={t('Build {build}', { build: build.name })}>
      <BuildHead target={target} instance={instance} line={line} onClose={onClose} />
      <Facts line={line} />
      <BuildUsers game={game} />
      <Panes instance={instance} line={line} lines={lines} target={target} />
      <DeleteBuildDialog target={target} line={line} onDeleted={onClose} />
      <NewVersionDialog target={target} line={line} />
    </section>
  );
}

function Facts({ line }: { line: BuildLine }) {
  const { build, namespace, made } = line;
  const now = useNow(true, 30_000);
  return (
    <dl className={styles.facts}>
      <dt>{t('Size')}</dt>
      <dd>
        {formatPacked(build.content_length)} <span className={shared.faint}>{formatPacking(build)}</span>
      </dd>
      <dt>{t('Uploaded')}</dt>
      <dd>
        {formatDate(made)}{' '}
        <span className={shared.faint}>{t('{ago}, to {namespace}', { ago: formatAgo(made, now), namespace })}</span>
      </dd>
      <dt>{t('Tag')}</dt>
      <dd className={classNames(shared.mono, shared.ellipsis)} title={build.image_tag}>
        {build.image_tag}
      </dd>
      <dt>SHA-256</dt>
      <dd className={styles.factCopy}>
        {build.sha256 === undefined ? (
          <span className={shared.faint}>{t('known once the upload is complete')}</span>
        ) : (
          <>
            <span className={classNames(shared.mono, shared.ellipsis)}>{build.sha256}</span>
            <CopyButton text={build.sha256} label={t('Copy the hash')} />
          </>
        )}
      </dd>
      <dt>{t('Id')}</dt>
      <dd className={styles.factCopy}>
        <span className={shared.mono}>{shortId(build.id)}</span>
        <CopyButton text={build.id} label={t('Copy build id')} />
      </dd>
      <Tags tags={build.tags} />
    </dl>
  );
}

function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const entries = Object.entries(tags);
  if (entries.length === 0) return null;
  return (
    <>
      <dt>{t('Labels')}</dt>
      <dd className={styles.factTags}>
        {entries.map(([key, value]) => (
          <span key={key} data-slot="tag" className={tagStyles.tag}>
            {key}
            <span className={shared.faint}>{value}</span>
          </span>
        ))}
      </dd>
    </>
  );
}

type PanesProps = Pick<Props, 'instance' | 'line' | 'lines'> & { target: Parameters<typeof readUses>[0] };

function Panes({ instance, line, lines, target }: PanesProps) {
  const pane = useBuilds((state) => state.pane);
  if (line.build.state !== 'complete') {
    return (
      <p className={classNames(paneStyles.note, shared.dim)}>
        {translate(line.build.problem) ??
          t('Its contents are known once the upload is complete. An unfinished upload is kept for seven days.')}
      </p>
    );
  }
  return (
    <>
      <div className={styles.paneBar}>
        <Segmented
          label={t('Build details')}
          value={pane}
          onValue={showPane}
          options={[
            { value: 'report', label: t('Report') },
            { value: 'files', label: t('Files') },
            { value: 'compare', label: t('Compare') },
          ]}
        />
      </div>
      {pane === 'report' && <BuildReport target={target} why={translate(instance.why_not?.examine_build)} />}
      {pane === 'files' && <BuildFiles target={target} why={translate(instance.why_not?.build_files)} />}
      {pane === 'compare' && (
        <BuildCompare target={target} line={line} lines={lines} why={translate(instance.why_not?.build_files)} />
      )}
    </>
  );
}
