// The instances in the sidebar. The open one has a second line with what it is doing.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { openInstance } from './instances-actions.ts';
import { instanceAside, instanceGlyph, instanceLine, openInstanceOf } from './instances-selectors.ts';
import { useInstances } from './instances-store.ts';

/** `onOpen` goes to the instance's page. */
export function InstanceList({ onOpen }: { onOpen: () => void }) {
  const state = useInstances();
  const open = openInstanceOf(state);
  return (
    <nav aria-labelledby="instances-title">
      <div className="side-head">
        <h2 id="instances-title">Instances</h2>
        <IconButton
          icon="plus"
          size="tiny"
          label="Add an instance"
          offReason="Remotes can not be added in this version"
        />
      </div>
      <ul>
        {state.instances?.map((instance) => (
          <li key={instance.id}>
            <Row
              instance={instance}
              open={instance.id === open?.id}
              onOpen={() => {
                openInstance(instance.id);
                onOpen();
              }}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Row({ instance, open, onOpen }: { instance: InstanceView; open: boolean; onOpen: () => void }) {
  const now = useNow(instance.retry_at !== undefined);
  const line = instanceLine(instance, now);
  const aside = instanceAside(instance, now);
  return (
    <button
      type="button"
      className={open ? 'srow two on' : 'srow'}
      aria-current={open ? 'true' : undefined}
      aria-label={`${instance.name}, ${line}${aside === undefined ? '' : `, ${aside}`}`}
      title={`${instance.name}, ${line}`}
      onClick={onOpen}
    >
      <StateGlyph state={instanceGlyph(instance.state)} />
      <span className="grow side-words cut">
        {instance.name}
        {open && <small>{line}</small>}
      </span>
      {aside !== undefined && <span className="mono tn side-words">{aside}</span>}
    </button>
  );
}
