// The network that players of a server are given: a preset or one's own figures, and a cut for a few seconds.
import { useEffect, useRef, useState } from 'react';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { ServerTarget } from '../../../src-shared/servers/bridge.ts';
import { type NetworkConditions, networkConditions } from '../../../src-shared/servers/network-presets.ts';
import type { Inspection } from '../../../src-shared/service/server-inspection.ts';
import type { Server } from '../../../src-shared/service/servers.ts';
import shared from '../../design/shared.module.css';
import { formatDecimal } from '../../text/format-numbers.ts';
import { t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { customProperty } from '../../ui/custom-property.ts';
import { Select } from '../../ui/select.tsx';
import sliderStyles from '../../ui/slider.module.css';
import { Switch } from '../../ui/switch.tsx';
import { whyReadOnly } from '../instances/instances-selectors.ts';
import styles from './inspector.module.css';
import { customPreset, formatGiven, presetOf, presetOptions, startPreset } from './network-format.ts';
import { setNetwork } from './servers-actions.ts';
import { useServerNow } from './use-server-now.ts';

const CUT_MS = 5_000;
/** A slider says its new place only when it rests. */
const REST_MS = 250;
const SEEN_MS = 1_500;

const sliders = () =>
  [
    { slider: 'latency_ms', name: t('Latency, round trip'), max: 500, step: 5, unit: 'ms' },
    { slider: 'jitter_ms', name: t('Jitter, round trip'), max: 250, step: 5, unit: 'ms' },
    { slider: 'loss_percent', name: t('Loss, each way'), max: 20, step: 0.1, unit: '%' },
  ] as const;

type Props = { instance: InstanceView; target: ServerTarget; server: Server; inspection: Inspection | undefined };

/** Only what comes through the game guard can be changed. Without a port nobody comes, which is said where the ports stand. */
export function NetworkSimulation({ instance, target, server, inspection }: Props) {
  if (Object.keys(server.network.ports).length === 0) return null;
  const why = whyNot(instance, server);
  if (why === undefined) return <Simulation target={target} inspection={inspection} />;
  return (
    <div>
      <h3>{t('Simulate network')}</h3>
      <p className={classNames(shared.small, shared.faint)}>{why}</p>
    </div>
  );
}

type Given = Pick<Props, 'target' | 'inspection'>;

function Simulation({ target, inspection }: Given) {
  const [conditions, change] = useConditions(target, inspection);
  return (
    <div>
      <h3>
        {t('Simulate network')}
        <span className={styles.networkPick}>
          {conditions !== undefined && (
            <Select
              label={t('Network preset')}
              value={presetOf(conditions)?.id ?? customPreset}
              options={presetOptions()}
              onValue={(id) => change(startPreset(id) ?? conditions)}
            />
          )}
          <Switch
            label={t('Simulate network')}
            on={conditions !== undefined}
            onChange={(on) => change(on ? startPreset('home-wifi') : undefined)}
          />
        </span>
      </h3>
      {sliders().map((slider) => (
        <Slider key={slider.slider} {...slider} conditions={conditions} onChange={change} />
      ))}
      <div className={classNames(styles.fact, shared.faint)}>
        <span className={shared.grow}>{formatGiven(conditions)}</span>
        <CutButton target={target} conditions={conditions} cutUntil={inspection?.cut_until} />
      </div>
    </div>
  );
}

type Conditions = NetworkConditions | undefined;
type SliderProps = ReturnType<typeof sliders>[number] & {
  conditions: Conditions;
  onChange: (conditions: Conditions) => void;
};

function Slider({ slider, name, max, step, unit, conditions, onChange }: SliderProps) {
  const value = conditions?.[slider] ?? 0;
  return (
    <label className={styles.network}>
      <span className={shared.dim}>{name}</span>
      <input
        type="range"
        className={sliderStyles.slider}
        min={0}
        max={max}
        step={step}
        value={value}
        style={customProperty('--v', `${(value / max) * 100}%`)}
        disabled={conditions === undefined}
        title={conditions === undefined ? t('Turn on "Simulate network" first') : undefined}
        onChange={({ target }) =>
          onChange({ ...networkConditions.parse(conditions ?? {}), [slider]: Number(target.value) })
        }
      />
      <span className={classNames(styles.number, shared.tabular)}>
        {formatDecimal(value, unit === '%' ? 1 : 0)} {unit}
      </span>
    </label>
  );
}

type CutProps = { target: ServerTarget; conditions: Conditions; cutUntil: number | undefined };

function CutButton({ target, conditions, cutUntil = 0 }: CutProps) {
  const now = useServerNow(target.instance_id, cutUntil > 0);
  const left = Math.ceil((cutUntil - now) / 1000);
  return (
    <Button small onClick={() => void setNetwork(target, { conditions, cut_ms: left > 0 ? 0 : CUT_MS })}>
      {left > 0 ? t('Disconnected for {left} s, reconnect now', { left }) : t('Disconnect for 5 s')}
    </Button>
  );
}

function whyNot(instance: InstanceView, server: Server): string | undefined {
  if (instance.why_not?.server_network !== undefined) return translate(instance.why_not.server_network);
  const readOnly = whyReadOnly(instance);
  if (readOnly !== undefined) return `${readOnly}.`;
  const isGuarded = Object.values(server.network.ports).some(({ routing }) => routing.game_guard !== undefined);
  return isGuarded
    ? undefined
    : t('Players reach this server past Slipway. Give a port the routing Game guard to change its network.');
}

/** What was read, or what a person has just set and the service has not reported yet. */
function useConditions(target: ServerTarget, inspection: Inspection | undefined) {
  const [pending, setPending] = useState<{ conditions: Conditions }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Tells what was set, once nothing more is set for a moment. */
  const waiting = useRef<() => Promise<void>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      void waiting.current?.(); // who closes the inspector has set it all the same
    },
    [],
  );
  const given = inspection?.network;
  const read = given === undefined ? undefined : networkConditions.parse(given);
  const change = (conditions: Conditions) => {
    clearTimeout(timer.current);
    setPending({ conditions });
    const tell = async () => {
      waiting.current = undefined;
      await setNetwork(target, { conditions });
      // The next look shows what the service made of it; until then what was set is shown.
      timer.current = setTimeout(() => setPending(undefined), SEEN_MS);
    };
    waiting.current = tell;
    timer.current = setTimeout(() => void tell(), REST_MS);
  };
  return [pending === undefined ? read : pending.conditions, change] as const;
}
