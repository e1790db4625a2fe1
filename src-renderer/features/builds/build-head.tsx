// The head of an open build: its name and state, and what can be done with it.
import type { BuildTarget } from '../../../src-shared/builds/bridge.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { requestPromotion } from '../../routes/promote-request.ts';
import { useRoute } from '../../routes/route-store.ts';
import { plural, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import paneStyles from '../../ui/pane.module.css';
import { StateLabel } from '../../ui/state-label.tsx';
import { saveBuild } from '../desktop/take-out-actions.ts';
import { useHost } from '../host/host-store.ts';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import { buildGlyph, formatBuildState } from './build-format.ts';
import styles from './builds.module.css';
import { setBuildDialog } from './builds-actions.ts';
import type { BuildLine } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

type Props = { instance: InstanceView; target: BuildTarget; line: BuildLine; onClose: () => void };

/** A build that a namespace runs cannot be deleted, and says so. */
export function BuildHead({ instance, target, line, onClose }: Props) {
  const { build, runsOn } = line;
  const progress = useBuilds((state) => state.progress.get(build.id));
  const off = whyCannotChange(instance);
  const incomplete = build.state === 'complete' ? undefined : t('The upload has to be complete first');
  const runs =
    runsOn.length === 0
      ? undefined
      : plural(
          runsOn.length,
          '{names} runs it. Switch to another version first',
          '{names} run it. Switch to another version first',
          {
            names: runsOn.join(', '),
          },
        );
  return (
    <div className={classNames(styles.head, paneStyles.head)}>
      <h2 className={shared.ellipsis} title={build.name}>
        {build.name}
      </h2>
      <StateLabel state={buildGlyph(build)}>{formatBuildState(build, progress)}</StateLabel>
      <span className={shared.grow} />
      <IconButton icon="x" label={t('Close the build')} onClick={onClose} />
      <span className={styles.headRow} />
      <SaveButton target={target} line={line} />
      <Button
        small
        icon="plus"
        disabledReason={off ?? translate(instance.why_not?.create_version) ?? incomplete}
        onClick={() => setBuildDialog('version')}
      >
        {t('New version')}
      </Button>
      {build.version_id !== undefined && <PromoteButton instance={instance} line={line} />}
      <Button small kind="bad" icon="x" disabledReason={off ?? runs} onClick={() => setBuildDialog('delete')}>
        {t('Delete')}
      </Button>
    </div>
  );
}

/** A version of it is what is promoted. */
function PromoteButton({ instance, line: { build } }: Pick<Props, 'instance' | 'line'>) {
  const fromGame = useRoute(({ route }) => (route.page === 'game' ? route.game_id : undefined));
  const off = build.state === 'complete' ? undefined : t('It can be promoted once its upload is complete');
  return (
    <Button
      small
      disabledReason={off}
      onClick={() => requestPromotion({ fromInstance: instance.id, fromGame, version: build.version_id })}
    >
      {t('Promote')}
    </Button>
  );
}

/** A browser window has no folders to save in. */
function SaveButton({ target, line: { build } }: Pick<Props, 'target' | 'line'>) {
  const host = useHost((state) => state.host);
  const incomplete = build.state === 'complete' ? undefined : t('Its upload is not complete yet');
  const off =
    host?.abilities.pick_folder === true ? undefined : t('A browser window cannot save builds; the desktop app can');
  return (
    <Button small icon="save" disabledReason={off ?? incomplete} onClick={() => void saveBuild(target, build.name)}>
      {t('Save')}
    </Button>
  );
}
