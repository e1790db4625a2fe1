// Compares two relays in turn: how much they pass with how much CPU time, and how long a small message takes there and back.
import { median } from './median.ts';
import { figuresOf } from './process-figures.ts';

export type RoundTrip = { p50: number; p99: number };

/** `port` has the target for much, `pingPort` the one that answers. */
export type Compared = { name: string; pid: number; port: number; pingPort: number };

export type RelayLoads = {
  unit: string;
  /** How much passed in a second. */
  flood(port: number): Promise<number>;
  ping(port: number): Promise<RoundTrip>;
};

type Figures = { rate: number; cpu: number; p50: number; p99: number };

const ROUNDS = 11;

export async function compareRelays(
  ours: Compared,
  peer: Compared,
  direct: { port: number; pingPort: number },
  loads: RelayLoads,
): Promise<string> {
  const figures = { ours: new Array<Figures>(), peer: new Array<Figures>(), direct: new Array<Figures>() };
  for (let round = -1; round < ROUNDS; round += 1) {
    const ofOurs = await measureOne(ours, loads);
    const ofPeer = await measureOne(peer, loads);
    if (round < 0) continue; // the first round warms both up
    figures.ours.push(ofOurs);
    figures.peer.push(ofPeer);
    if (round % 3 === 0) figures.direct.push(await measureOne({ ...direct, pid: process.pid, name: '' }, loads));
  }
  const ratio = (of: (figures: Figures) => number) =>
    median(figures.ours.map((each, round) => of(each) / of(figures.peer[round] ?? each))).toFixed(2);
  const { unit } = loads;
  return [
    `${ratio(({ rate }) => rate)} x ${peer.name}, p99 ${ratio(({ p99 }) => p99)} x`,
    `ours ${side(figures.ours, unit)}`,
    `${peer.name} ${side(figures.peer, unit)}`,
    `without a relay ${middle(figures.direct, 'rate').toFixed(0)} ${unit}, p99 ${middle(figures.direct, 'p99').toFixed(0)} us`,
  ].join('; ');
}

async function measureOne({ pid, port, pingPort }: Compared, { flood, ping }: RelayLoads): Promise<Figures> {
  // First, as it is about a relay that is not cleaning up after a flood.
  const roundTrip = await ping(pingPort);
  const before = await figuresOf(pid);
  const rate = await flood(port);
  const after = await figuresOf(pid);
  return { rate, cpu: after.cpuSeconds - before.cpuSeconds, ...roundTrip };
}

function side(figures: readonly Figures[], unit: string): string {
  const of = (what: keyof Figures) => middle(figures, what);
  const time = `p50 ${of('p50').toFixed(0)} us, p99 ${of('p99').toFixed(0)} us`;
  return `${of('rate').toFixed(0)} ${unit} with ${of('cpu').toFixed(2)} CPU s, ${time}`;
}

function middle(figures: readonly Figures[], what: keyof Figures): number {
  return median(figures.map((each) => each[what]));
}
