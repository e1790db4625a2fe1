// The three ways to begin: a build of one's own, a remote, and the sample.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { Icon } from '../../design/icons.tsx';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import dropzoneStyles from '../../ui/dropzone.module.css';
import { openBuildChooser } from '../builds/choose/choose-actions.ts';
import { ConnectForm } from '../instances/connect/connect-form.tsx';
import { SampleStep } from './sample-step.tsx';
import styles from './welcome.module.css';

/** `whyCannotCreate` says why no game can be made now. */
type StepsProps = { instance: InstanceView; whyCannotCreate: string | undefined };

export function Steps({ instance, whyCannotCreate }: StepsProps) {
  return (
    <div className={styles.steps}>
      <section className={styles.step} aria-labelledby="step-build">
        <h2 id="step-build">{t('Drop a server build')}</h2>
        <p>
          {t(
            'A folder, a .zip or a Docker image archive. Slipway finds the program to start and the ports it opens, and asks when it is unsure.',
          )}
        </p>
        <div className={dropzoneStyles.dropzone}>
          <Icon name="folder" />
          <span>{t('Drop a folder anywhere in this window')}</span>
          <Button kind="primary" onClick={() => openBuildChooser({ instance_id: instance.id })}>
            {t('Choose a build')}
          </Button>
        </div>
      </section>
      <RemoteStep />
      <SampleStep off={whyCannotRunSample(instance, whyCannotCreate)} instance={instance} />
    </div>
  );
}

function RemoteStep() {
  return (
    <section className={styles.step} aria-labelledby="step-remote">
      <h2 id="step-remote">{t('Connect a remote')}</h2>
      <p>{t('A deployment of the same service that players can reach.')}</p>
      <ConnectForm />
    </section>
  );
}

/** The sample runs here, wherever else one is connected. */
function whyCannotRunSample(instance: InstanceView, whyCannotCreate: string | undefined): string | undefined {
  return instance.kind === 'local'
    ? whyCannotCreate
    : t('The sample runs on this machine. Open Local in the sidebar first');
}
