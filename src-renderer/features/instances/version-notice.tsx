// A line over the pages of a remote that is of another version than this app: what that means, and what it lacks.
import type { RemoteView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { goTo } from '../../routes/route-store.ts';
import { plural, t, translate } from '../../text/t.ts';
import bannerStyles from '../../ui/banner.module.css';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useHost } from '../host/host-store.ts';
import { dismissVersion } from './instances-actions.ts';
import { lackingIn, versionAge } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';

/** Stays until it is put away, or the remote is of this version. */
export function VersionNotice({ instance }: { instance: RemoteView }) {
  const own = useHost((state) => state.host?.version);
  const seen = useInstances((state) => state.seenVersion[instance.id]);
  const age = versionAge(instance.version, own);
  if (age === undefined || seen === instance.version) return null;
  const params = { name: instance.name, version: instance.version ?? '', own: own ?? '' };
  return (
    <div data-slot="banner" className={bannerStyles.banner} role="status">
      <StateGlyph state="notice" />
      <div className={shared.grow}>
        {age === 'older' ? (
          <>
            {t(
              '{name} runs Slipway {version}, older than this app ({own}). Whoever operates it can update it.',
              params,
            )}
            <Lacking instance={instance} />
          </>
        ) : (
          t('{name} runs Slipway {version}, newer than this app ({own}). Update the app to use all of it.', params)
        )}
      </div>
      {age === 'newer' && (
        <Button small onClick={() => goTo({ page: 'settings' })}>
          {t('Updates')}
        </Button>
      )}
      <IconButton label={t('Dismiss')} icon="x" size="tiny" bare onClick={() => dismissVersion(instance)} />
    </div>
  );
}

/** What its token may not do is no matter of its version. */
function Lacking({ instance }: { instance: RemoteView }) {
  const lacking = lackingIn(instance);
  if (lacking.length === 0) return <> {t('Everything in this window works with it.')}</>;
  return (
    <details>
      <summary>{plural(lacking.length, '{n} feature not available', '{n} features not available')}</summary>
      <ul>
        {lacking.map(([ability, sentence]) => (
          <li key={ability}>{translate(sentence)}</li>
        ))}
      </ul>
    </details>
  );
}
