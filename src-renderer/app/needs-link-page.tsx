// The full page for a browser window that the shell does not know: it says how to get in.
import { Icon } from '../design/icons.tsx';

/** `reason` is the shell's own sentence. */
export function NeedsLinkPage({ reason }: { reason: string }) {
  return (
    <main className="alone">
      <Icon name="key" />
      <h1>This window needs its link</h1>
      <p>
        Slipway opens only for the link that <code className="mono">npm start</code> printed in the terminal. Open the
        newest one here: each link works once, and the next one is printed when it has been used.
      </p>
      <p className="faint small">{reason}</p>
      <p className="faint small">Nothing is lost: Slipway goes on in the background.</p>
    </main>
  );
}
