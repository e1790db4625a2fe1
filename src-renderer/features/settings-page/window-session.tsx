// The session of this browser window, and the way out of it. The desktop app's window has none.
import { signOutWindow } from '../../bridge/session.ts';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { Setting } from '../settings/setting.tsx';

/** One row of the settings. */
export function WindowSession() {
  return (
    <Setting
      title={t('This window')}
      text={t(
        'Signed in with the link that Slipway printed, until Slipway quits or 12 hours after the window was closed. Another window needs its own link.',
      )}
    >
      <Button onClick={signOut}>{t('Sign out')}</Button>
    </Setting>
  );
}

function signOut(): void {
  // A shell that does not answer does not run, and the session ended with it.
  signOutWindow().catch(() => undefined);
}
