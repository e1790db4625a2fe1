// What follows from an instance: its glyph, its words, what to count down. Pure, and tested without React.
import { assertNever } from '../../../src-shared/assert-never.ts';
import type { InstanceState, InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { Glyph } from '../../design/state-glyph.tsx';

/** The instance whose games are shown: the one opened last, else the first. */
export function openInstanceOf(state: {
  instances: InstanceView[] | undefined;
  openId: string | undefined;
}): InstanceView | undefined {
  return state.instances?.find((instance) => instance.id === state.openId) ?? state.instances?.[0];
}

/** The glyph of a state. */
export function instanceGlyph(state: InstanceState): Glyph {
  switch (state) {
    case 'connected':
      return 'running';
    case 'starting':
    case 'connecting':
      return 'starting';
    case 'reconnecting':
      return 'waiting';
    case 'refused':
      return 'failed';
    case 'stopped':
      return 'stopped';
    default:
      return assertNever(state);
  }
}

/** What stands at the right of the row: the port, or seconds to the next try. */
export function instanceAside(instance: InstanceView, now: number): string | undefined {
  if (instance.state === 'reconnecting' && instance.retry_at !== undefined) {
    return `${Math.max(0, Math.ceil((instance.retry_at - now) / 1000))} s`;
  }
  return instance.port === undefined ? undefined : `:${instance.port}`;
}

/** The second line of the open row. */
export function instanceLine(instance: InstanceView, now: number): string {
  switch (instance.state) {
    case 'connected':
      return instance.kind === 'local' ? 'On this machine, ready' : hostOf(instance);
    case 'starting':
      return 'Starting on this machine';
    case 'connecting':
      return `Connecting to ${hostOf(instance)}`;
    case 'reconnecting':
      return instance.retry_at === undefined
        ? 'No answer, trying again'
        : `No answer, next try in ${instanceAside(instance, now)}`;
    case 'refused':
      return 'Sign in again';
    case 'stopped':
      return 'Stopped, nothing is lost';
    default:
      return assertNever(instance.state);
  }
}

/** What the banner adds to the problem's own sentence: what happens next. */
export function nextStep(instance: InstanceView, now: number): string {
  if (instance.state === 'refused') return 'Sign in again to go on.';
  const wait = instance.retry_at === undefined ? undefined : instanceAside(instance, now);
  return wait === undefined ? 'Slipway tries again by itself.' : `Next try in ${wait}.`;
}

/** The headline of the welcome page. */
export function instanceHeadline(instance: InstanceView): string {
  switch (instance.state) {
    case 'connected':
      return `${instance.name} is running`;
    case 'starting':
      return `${instance.name} is starting`;
    case 'connecting':
    case 'reconnecting':
      return `${instance.name} does not answer yet`;
    case 'refused':
      return `${instance.name} refused this window`;
    case 'stopped':
      return `${instance.name} stopped`;
    default:
      return assertNever(instance.state);
  }
}

/** What a person need not fear about a stopped service. */
export function whatStaysSafe(instance: InstanceView): string {
  const code = instance.problem?.code;
  if (code === 'DATA_FOLDER_DAMAGED' || code === 'DATA_FOLDER_NEWER') {
    return 'Slipway changes nothing in that folder. A fresh one beside it leaves it whole.';
  }
  return 'Nothing is lost: games, versions and builds stay in the data folder as they were.';
}

/** The address people and engines use: "127.0.0.1:7420". */
export function instanceAddress(instance: InstanceView): string | undefined {
  if (instance.url !== undefined) return hostOf(instance);
  return instance.port === undefined ? undefined : `127.0.0.1:${instance.port}`;
}

/** Why nothing can be changed on an instance now; undefined when it can. */
export function instanceOff(instance: InstanceView | undefined): string | undefined {
  if (instance === undefined) return 'Slipway is still starting';
  if (instance.state === 'connected') return undefined;
  return `${instanceHeadline(instance)}. This works again once it is connected`;
}

function hostOf(instance: InstanceView): string {
  if (instance.url === undefined) return instance.name;
  return URL.canParse(instance.url) ? new URL(instance.url).host : instance.url;
}
