// The list of all shortcuts.

import { listKeys, shortcuts } from '../../src-shared/desktop/shortcuts.ts';
import { isMac } from '../features/host/host-selectors.ts';
import { useHost } from '../features/host/host-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { closeLayer, useLayers } from './layers-store.ts';

/** Opens with "?". */
export function ShortcutsDialog() {
  const open = useLayers((state) => state.layer === 'shortcuts');
  const mac = useHost((state) => isMac(state.host));
  return (
    <Dialog open={open} onOpenChange={(next) => !next && closeLayer()} title="Shortcuts">
      <dl className="dialog-body shortcuts">
        {[...shortcuts, ...listKeys].map(({ chord, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Kbd chord={chord} mac={mac} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
