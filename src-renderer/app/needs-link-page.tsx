// The full page for a browser window that the shell does not know: it says how to get in.
import { Icon } from '../design/icons.tsx';

/** `reason` is the shell's own sentence. */
export function NeedsLinkPage({ reason }: { reason: string }) {
  return (
    <main className="alone">
      <Icon name="key" />
      <h1>This window needs its link</h1>
      <p>
        Slipway opens only for the link that <code className="mono">npm start</code> printed in the terminal. Open that
        link here. If it was used in another browser, start Slipway again for a new one.
      </p>
      <p className="faint small">{reason}</p>
      <p className="faint small">Nothing is lost: Slipway goes on in the background.</p>
    </main>
  );
}
