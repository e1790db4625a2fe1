// The way to begin with the sample: it runs here at once. Where it cannot, the button says why.
import { useEffect } from 'react';
import { create } from 'zustand';
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { client } from '../../bridge/client.ts';
import { Icon } from '../../design/icons.tsx';
import { goTo } from '../../routes/route-store.ts';
import { phrase, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { copyAndSay } from '../../ui/notices/copy-and-say.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { openLink } from '../host/host-actions.ts';
import styles from './welcome.module.css';

/** `off` says why it cannot run now. */
export function SampleStep({ off, instance }: { off: string | undefined; instance: InstanceView }) {
  const { isStarting, problem } = useSample();
  useEffect(() => forgetProblem, []);
  return (
    <section className={styles.step} aria-labelledby="step-sample">
      <h2 id="step-sample">{t('Watch a sample run')}</h2>
      <p>{t('Pocket Regatta starts one server and two bots here, no account needed. Steer a boat yourself.')}</p>
      <svg className={styles.sample} viewBox="0 0 220 96" aria-hidden="true">
        <rect x=".5" y=".5" width="219" height="95" rx="5" fill="var(--bg-well)" stroke="var(--line)" />
        <path d={wave(62)} fill="none" stroke="var(--data-fill)" strokeWidth="1.3" />
        <path d={wave(74)} fill="none" stroke="var(--data-fill)" strokeWidth="1.3" opacity=".5" />
        <path d="M62 24v26H44z" fill="var(--ink-2)" />
        <path d="M65 31v19h12z" fill="var(--ink-3)" />
        <path d="M42 52h36l-4 6H47z" fill="var(--ink-2)" />
        <path d="M150 20v26h-18z" fill="var(--data)" />
        <path d="M153 27v19h12z" fill="var(--data-fill)" />
        <path d="M130 48h36l-4 6h-27z" fill="var(--data)" />
      </svg>
      {problem !== undefined && instance.kind === 'local' && (
        <InlineError title={t('The sample did not start')}>{problem}</InlineError>
      )}
      <Button
        className={styles.stepAction}
        disabledReason={isStarting ? t('It is starting') : off}
        onClick={() => void runSample(instance.id)}
      >
        <Icon name="play" size={12} />
        {isStarting ? t('Starting Pocket Regatta…') : t('Run Pocket Regatta')}
      </Button>
    </section>
  );
}

function wave(y: number): string {
  return `M14 ${y}c16 0 16-5 32-5s16 5 32 5 16-5 32-5 16 5 32 5 16-5 32-5 16 5 32 5`;
}

type SampleState = { isStarting: boolean; problem: string | undefined };
const useSample = create<SampleState>(() => ({ isStarting: false, problem: undefined }));

/** The person has read it on this page, so it is gone when they come back. */
function forgetProblem(): void {
  useSample.setState({ problem: undefined });
}

/** Starts its server, shows its game, and opens its page where players see it. */
async function runSample(instance_id: string): Promise<void> {
  if (useSample.getState().isStarting) return;
  useSample.setState({ isStarting: true, problem: undefined });
  try {
    const { game_id, url } = await client.call('games.runSample', {});
    useSample.setState({ isStarting: false });
    goTo({ page: 'game', instance_id, game_id });
    await openSample(url);
  } catch (thrown) {
    useSample.setState({ isStarting: false, problem: asAppError(thrown).message });
  }
}

/** The sample runs, whatever becomes of its page: the address can be opened by hand. */
async function openSample(url: string): Promise<void> {
  try {
    await openLink(url);
  } catch {
    say(
      { state: 'done', title: phrase('The sample runs, its page could not be opened'), detail: url },
      [{ label: t('Copy the address'), run: () => void copyAndSay(url) }],
      { shownMs: UNOPENED_MS, subject: 'sample' },
    );
  }
}

/** Long enough to go to a browser and come back; then it is behind the bell. */
const UNOPENED_MS = 60_000;
