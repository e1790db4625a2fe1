// A line over the page for an instance that does not answer, or that has something to say while it works.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { useNow } from '../../ui/use-now.ts';
import { instanceGlyph, nextStep } from './instances-selectors.ts';

/** Draws nothing for an instance that is connected and has no notice. */
export function InstanceBanner({ instance }: { instance: InstanceView }) {
  const now = useNow(instance.retry_at !== undefined);
  if (instance.state === 'connected') {
    if (instance.notice === undefined) return null;
    return (
      <div className="banner banner-notice" role="status">
        <StateGlyph state="notice" />
        <span>{instance.notice}</span>
      </div>
    );
  }
  if (instance.state !== 'reconnecting' && instance.state !== 'refused') return null;
  return (
    <div className="banner banner-notice" role="status">
      <StateGlyph state={instanceGlyph(instance.state)} />
      <span>
        <b>{instance.problem?.message ?? `${instance.name} does not answer.`}</b>{' '}
        {/* The seconds count for the eye; announcing each would be noise. */}
        <span aria-live="off">{nextStep(instance, now)}</span> What is shown stays as it was last read.
      </span>
    </div>
  );
}
