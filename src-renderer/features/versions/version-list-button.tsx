// Pulls the shelf out, where it is a drawer.

import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { setVersionListOpen } from './versions-actions.ts';
import { useVersions } from './versions-store.ts';

/** Is seen only where the shelf is not. */
export function VersionListButton({ count }: { count: number }) {
  const isOut = useVersions((state) => state.isOut);
  return (
    <Button small className="shelf-button" aria-expanded={isOut} onClick={() => setVersionListOpen(!isOut)}>
      {t('Versions')} <span className="faint tn">{formatCount(count)}</span>
    </Button>
  );
}
