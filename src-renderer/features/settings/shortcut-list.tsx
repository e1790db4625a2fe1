// All shortcuts with their keys, as the settings and the dialog under "?" show them.
import { listKeys, shortcuts } from '../../../src-shared/desktop/shortcuts.ts';
import { known } from '../../text/t.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { isMac } from '../host/host-selectors.ts';
import { useHost } from '../host/host-store.ts';

export function ShortcutList({ className }: { className: string | undefined }) {
  const mac = useHost((state) => isMac(state.host));
  return (
    <dl className={className}>
      {[...shortcuts, ...listKeys].map(({ chord, label }) => (
        <div key={label}>
          <dt>{known(label)}</dt>
          <dd>
            <Kbd chord={chord} mac={mac} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
