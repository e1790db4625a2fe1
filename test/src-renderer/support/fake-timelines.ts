// The part of the stand-in core that is about timelines: one for each namespace, moved by hand.
import { valueSource } from '../../../src-shared/bridge/source.ts';
import type { TimelineView, TimelineWindow } from '../../../src-shared/namespaces/timeline.ts';

type TimelineRequest = { instance_id: string; namespace_id: string; window: TimelineWindow };

/** Nothing is known of any namespace. */
export function createFakeTimelines() {
  const timelines = new Map<string, ReturnType<typeof valueSource<TimelineView>>>();
  const asked: TimelineRequest[] = [];
  /** That of a namespace as one instance alone has it, by both ids. */
  const on = new Map<string, ReturnType<typeof valueSource<TimelineView>>>();
  const of = (namespace_id: string) => {
    const to = Date.now();
    const empty: TimelineView = { from: to - 604_800_000, to, points: [], tells_players: true, deployments: null };
    const source = timelines.get(namespace_id) ?? valueSource(empty);
    timelines.set(namespace_id, source);
    return source;
  };
  const topic = (request: TimelineRequest) => {
    asked.push(request);
    return on.get(`${request.instance_id}/${request.namespace_id}`) ?? of(request.namespace_id);
  };
  return { of, on, asked, topics: { 'namespaces.timeline': topic } };
}
