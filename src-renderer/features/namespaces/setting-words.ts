// How a setting of a namespace or its version reads: its name, and its value at two moments. Pure.
import {
  type HostingPolicy,
  type MatchmakerConfig,
  type MomentDifference,
  NO_PLAYER_LIMIT,
} from '../../../src-shared/service/namespaces.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import { t } from '../../text/t.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';

/** A setting that differs. What is not told is undefined; `isNamed`: its name is the person's own. */
export type SettingChange = {
  key: string;
  label: string;
  isNamed?: boolean;
  before: string | undefined;
  after: string | undefined;
  change: MomentDifference['change'];
};

/** Settings of the namespace itself, at two moments. */
export function setupChanges(before: Setup, after: Setup): SettingChange[] {
  return [
    ...partChanges('limits', before.limits, after.limits),
    ...partChanges('hosting', before.hosting, after.hosting),
  ];
}

type Setup = { limits?: MatchmakerConfig | undefined; hosting?: HostingPolicy | undefined };

function partChanges(part: string, before: object | undefined, after: object | undefined): SettingChange[] {
  if (before === undefined || after === undefined) return [];
  const present = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([name, from]) => {
    const to = present.get(name);
    return from === to ? [] : settingChanges({ path: [part, name], change: 'changed', from, to });
  });
}

/** The settings that a difference is about; none where it is about the version or its build, which have words of their own. */
export function settingChanges({ path, change, from, to }: MomentDifference): SettingChange[] {
  const [first = '', second] = path;
  if (first === 'version_id' || first === 'build') return [];
  if (first === 'resources') return resourceChanges(from, to, change);
  const key = path.join('.');
  const known = settingTable()[key];
  if (known !== undefined) {
    return [{ key, label: known.label, before: known.format(from), after: known.format(to), change }];
  }
  if (first === 'variables')
    return [{ key, label: second ?? '', isNamed: true, before: undefined, after: undefined, change }];
  if (first === 'ports') {
    const label = t('Port {name}', { name: second ?? '' });
    return [{ key, label, before: portText(from), after: portText(to), change }];
  }
  return [{ key, label: first, isNamed: true, before: undefined, after: undefined, change }];
}

type Words = { label: string; format: (value: unknown) => string | undefined };

const settingTable = (): Readonly<Record<string, Words | undefined>> => ({
  'limits.lobby_count_max': { label: t('Maximum lobbies'), format: countText },
  'limits.max_players': { label: t('Players per lobby'), format: playersText },
  'hosting.server_count': { label: t('Servers to keep'), format: countText },
  'hosting.on_version_switch': { label: t('After a switch'), format: choiceText },
  'hosting.drain_limit': { label: t('Wait for matches'), format: timeText },
  'hosting.restart': { label: t('When a server ends'), format: choiceText },
  arguments: { label: t('Arguments'), format: argumentsText },
  lifecycle: { label: t('Shutdown timeout'), format: lifecycleText },
});

function countText(value: unknown): string | undefined {
  return typeof value === 'number' ? formatCount(value) : undefined;
}

function playersText(value: unknown): string | undefined {
  return value === NO_PLAYER_LIMIT ? t('no limit') : countText(value);
}

function timeText(value: unknown): string | undefined {
  return typeof value === 'number' ? formatDuration(value) : t('default');
}

const choices = (): Readonly<Record<string, string | undefined>> => ({
  drain: t('Let matches finish'),
  stop: t('Stop servers now'),
  back_off: t('Restart'),
  never: t("Don't restart"),
});

function choiceText(value: unknown): string | undefined {
  return typeof value === 'string' ? choices()[value] : undefined;
}

function argumentsText(value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? value.join(' ') : t('none');
}

function lifecycleText(value: unknown): string | undefined {
  return timeText(fieldOf(value, 'kill_timeout'));
}

function portText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const [protocol, number] = [fieldOf(value, 'protocol'), fieldOf(value, 'number') ?? fieldOf(value, 'internal_port')];
  return [protocol, number].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function resourceChanges(from: unknown, to: unknown, change: SettingChange['change']): SettingChange[] {
  const one = (name: keyof Resources, label: string, unit: string): SettingChange[] => {
    const [before, after] = [fieldOf(from, name), fieldOf(to, name)];
    if (before === after) return [];
    const format = (value: unknown) => (typeof value === 'number' ? `${formatCount(value)} ${unit}` : t('default'));
    return [{ key: name, label, before: format(before), after: format(after), change }];
  };
  return [...one('memory', t('Memory'), 'MB'), ...one('cpu', 'CPU', 'millicores')];
}

/** "768 → 512 MB": a unit that both have is said once. */
function withoutUnit(before: string, after: string): string {
  const unit = / [A-Za-z]+$/.exec(after)?.[0];
  return unit !== undefined && before.endsWith(unit) && /^\d/.test(after) ? before.slice(0, -unit.length) : before;
}

/** "Memory: 512 → 768 MB", "MATCH_SIZE changed". A value may be several words. */
export function formatSettingChange({ label, before, after, change }: SettingChange): string {
  if (before !== undefined && after !== undefined) {
    return t('{label}: {before} → {after}', { label, before: withoutUnit(before, after), after });
  }
  if (change === 'added') return t('{label} added', { label });
  return change === 'removed' ? t('{label} removed', { label }) : t('{label} changed', { label });
}
