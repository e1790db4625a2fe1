// Network conditions as presets and in words. Pure.
import { type NetworkConditions, networkPresets } from '../../../src-shared/servers/network-presets.ts';
import { t } from '../../text/t.ts';

/** What stands in the choice when the figures are nobody's preset. */
export const customPreset = 'custom';

/** The presets to choose from. */
export const presetOptions = () => [
  ...networkPresets.map(({ id, name }) => ({ value: id, label: name })),
  { value: customPreset, label: t('Custom') },
];

/** The conditions of a preset. */
export function startPreset(id: string): NetworkConditions | undefined {
  return networkPresets.find((preset) => preset.id === id)?.conditions;
}

/** The preset that these conditions are. */
export function presetOf(conditions: NetworkConditions) {
  const keys = [
    ...(['latency_ms', 'jitter_ms', 'loss_percent', 'duplicate_percent', 'reorder_percent', 'bandwidth_bits'] as const),
  ];
  return networkPresets.find((preset) => keys.every((key) => preset.conditions[key] === conditions[key]));
}

/** What the sliders do not say. */
export function formatGiven(conditions: NetworkConditions | undefined): string {
  if (conditions === undefined) return t('No simulation');
  const { bandwidth_bits: bits, duplicate_percent: twice, reorder_percent: late } = conditions;
  const more = [
    ...(bits === undefined ? [] : [formatRate(bits)]),
    ...(late > 0 ? [t('{late} % out of order', { late })] : []),
    ...(twice > 0 ? [t('{twice} % duplicated', { twice })] : []),
  ];
  return more.length === 0
    ? t('Applies to this server only')
    : t('This server only; {more}', { more: more.join(', ') });
}

function formatRate(bits: number): string {
  if (bits >= 1e9) return `${bits / 1e9} Gbit/s`;
  return bits >= 1e6 ? `${bits / 1e6} Mbit/s` : `${Math.round(bits / 1e3)} kbit/s`;
}
