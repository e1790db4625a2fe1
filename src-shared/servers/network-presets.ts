// Network conditions that a relay can imitate, and named sets of them. Simulated regions are a region with one of these.
import { z } from 'zod';
import { optional } from '../service/common.ts';

const milliseconds = z.number().min(0).max(10_000).default(0);
const percent = z.number().min(0).max(100).default(0);

/** How a network between the players and a server behaves. What is left out does not happen. */
export const networkConditions = z.object({
  /** Added to each round trip; half of it each way. */
  latency_ms: milliseconds,
  /** At most so much more for each round trip, drawn for each packet. */
  jitter_ms: milliseconds,
  /** Of the packets of each way. Over TCP nothing is lost: it comes later, as when it is sent again. */
  loss_percent: percent,
  /** Of the datagrams of each way. */
  duplicate_percent: percent,
  /** Of the datagrams of each way: held back so that later ones overtake them. */
  reorder_percent: percent,
  /** Of each player and each way; none means no limit. */
  bandwidth_bits: optional(z.int().min(8_000).max(100_000_000_000)),
  /** With a seed the same packets meet the same fate each time. */
  seed: optional(z.int().min(0).max(4_294_967_295)),
});
export type NetworkConditions = z.output<typeof networkConditions>;

/** Conditions with a name, and one line that says to whom this happens. */
export type NetworkPreset = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly conditions: NetworkConditions;
};

/** From the best to the worst. */
export const networkPresets: readonly NetworkPreset[] = [
  {
    id: 'lan',
    name: 'LAN',
    description: 'Players on a cable in the same house: what most games are written on.',
    conditions: conditions({ latency_ms: 1, bandwidth_bits: 1_000_000_000 }),
  },
  {
    id: 'home-wifi',
    name: 'Home Wi-Fi',
    description: 'A server in the same city and a router two rooms away: now and then a packet is late or lost.',
    conditions: conditions({
      latency_ms: 20,
      jitter_ms: 12,
      loss_percent: 0.3,
      duplicate_percent: 0,
      reorder_percent: 0.1,
      bandwidth_bits: 100_000_000,
    }),
  },
  {
    id: 'mobile-4g',
    name: 'Mobile 4G',
    description: 'A phone on the move: times swing, and one packet in a hundred is gone.',
    conditions: conditions({
      latency_ms: 60,
      jitter_ms: 40,
      loss_percent: 1,
      duplicate_percent: 0.1,
      reorder_percent: 0.5,
      bandwidth_bits: 20_000_000,
    }),
  },
  {
    id: 'transatlantic',
    name: 'Transatlantic',
    description: 'A good line to another continent: steady, but the distance is there in each round trip.',
    conditions: conditions({
      latency_ms: 95,
      jitter_ms: 5,
      loss_percent: 0.1,
      duplicate_percent: 0,
      reorder_percent: 0.1,
      bandwidth_bits: 50_000_000,
    }),
  },
  {
    id: 'terrible',
    name: 'Terrible',
    description: 'A crowded train or hotel: late, lossy and narrow. If a game stands this, it stands all.',
    conditions: conditions({
      latency_ms: 250,
      jitter_ms: 150,
      loss_percent: 8,
      duplicate_percent: 1,
      reorder_percent: 3,
      bandwidth_bits: 1_000_000,
    }),
  },
];

function conditions(some: Partial<NetworkConditions>): NetworkConditions {
  return networkConditions.parse(some);
}
