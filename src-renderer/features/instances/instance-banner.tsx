// A line over the page for an instance that does not answer, or that has something to say while it works.
import type { InstanceIn, InstanceView, LocalView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { errorText, plural, t, translate } from '../../text/t.ts';
import bannerStyles from '../../ui/banner.module.css';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { formatAsOf } from './how-old.ts';
import { dismissCrash, openInstanceDialog, restartInstance, testConnection } from './instances-actions.ts';
import { cameBack, instanceGlyph, isComingBack, nextStep, refusedFor } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';
import { VersionNotice } from './version-notice.tsx';

/** Draws nothing for an instance that is connected and has no notice. */
export function InstanceBanner({ instance }: { instance: InstanceView }) {
  if (instance.state === 'connected') return <Notices instance={instance} />;
  return instance.state === 'reconnecting' || instance.state === 'refused' ? <Away instance={instance} /> : null;
}

/** Each in a line of its own: none waits until another is put away. */
function Notices({ instance }: { instance: InstanceView }) {
  const notice = instance.kind === 'local' ? translate(instance.notice) : undefined;
  const notices = [notice, skewNotice(instance)].filter((one) => one !== undefined);
  return (
    <>
      {instance.kind === 'local' ? <CameBack instance={instance} /> : <VersionNotice instance={instance} />}
      {notices.map((one) => (
        <div key={one} data-slot="banner" className={bannerStyles.banner} role="status">
          <StateGlyph state="notice" />
          <span>{one}</span>
        </div>
      ))}
    </>
  );
}

function Away({ instance }: { instance: InstanceIn<'reconnecting' | 'refused'> }) {
  const now = useNow(instance.state === 'reconnecting');
  return (
    <div
      data-slot="banner"
      className={instance.state === 'refused' ? classNames(bannerStyles.banner, bannerStyles.bad) : bannerStyles.banner}
      role="status"
    >
      <StateGlyph state={instanceGlyph(instance.state)} />
      <span className={shared.grow}>
        <b>{errorText(instance.problem)}</b> {/* The seconds count for the eye; announcing each would be noise. */}
        <span aria-live="off">{nextStep(instance, now)}</span> {formatAsOf(instance, now)}
      </span>
      <BannerStep instance={instance} />
    </div>
  );
}

/** Stays until it is put away: a person who was not there is told as well. */
function CameBack({ instance }: { instance: LocalView }) {
  const now = useNow(false);
  const seenCrash = useInstances((state) => state.seenCrash[instance.id]);
  const back = seenCrash === instance.crash?.at ? undefined : cameBack(instance, now);
  if (back === undefined) return null;
  return (
    <div data-slot="banner" className={bannerStyles.banner} role="status">
      <StateGlyph state="notice" />
      <span className={shared.grow}>
        <b>{back}</b> {errorText(instance.crash?.problem)}
      </span>
      <IconButton label={t('Dismiss')} icon="x" size="tiny" bare onClick={() => dismissCrash(instance)} />
    </div>
  );
}

/** The one thing that a person can do about it here. */
function BannerStep({ instance }: { instance: InstanceView }) {
  const busy = useInstances((state) => state.busy[instance.id]);
  if (isComingBack(instance)) {
    return (
      <Button small busy={busy === 'restart'} onClick={() => void restartInstance(instance.id, instance.name)}>
        {t('Start now')}
      </Button>
    );
  }
  if (instance.kind === 'local') return null;
  const refused = refusedFor(instance);
  if (refused === 'token') {
    return (
      <Button small onClick={() => openInstanceDialog('sign-in', instance.id)}>
        {t('Sign in again')}
      </Button>
    );
  }
  if (refused === 'certificate') {
    return (
      <Button small onClick={() => openInstanceDialog('certificate', instance.id)}>
        {t('View the certificate')}
      </Button>
    );
  }
  return (
    <Button small busy={busy === 'test'} onClick={() => void testConnection(instance)}>
      {t('Try now')}
    </Button>
  );
}

/** A clock that is off makes links and addresses expire too early. */
function skewNotice({ name, clock_skew_ms: skew }: InstanceView): string | undefined {
  if (skew === undefined) return undefined;
  const minutes = Math.max(1, Math.round(Math.abs(skew) / 60_000));
  return skew > 0
    ? plural(
        minutes,
        "The clock of {name} is about a minute ahead of this machine's. Tokens and links may expire too early.",
        "The clock of {name} is {n} minutes ahead of this machine's. Tokens and links may expire too early.",
        { name },
      )
    : plural(
        minutes,
        "The clock of {name} is about a minute behind this machine's. Tokens and links may expire too early.",
        "The clock of {name} is {n} minutes behind this machine's. Tokens and links may expire too early.",
        { name },
      );
}
