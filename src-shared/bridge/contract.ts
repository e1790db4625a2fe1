// The whole bridge between window and core, put together from what each feature declares.
import { gameCalls, gameTopics } from '../games/bridge.ts';
import { hostCalls, hostTopics } from '../host/bridge.ts';
import { instanceCalls, instanceTopics } from '../instances/bridge.ts';
import { settingsCalls, settingsTopics } from '../settings/bridge.ts';
import type { BridgeContract } from './define.ts';

/** Every call and topic. */
export const slipwayBridge = {
  calls: { ...instanceCalls, ...gameCalls, ...settingsCalls, ...hostCalls },
  topics: { ...instanceTopics, ...gameTopics, ...settingsTopics, ...hostTopics },
} as const satisfies BridgeContract;
/** See `slipwayBridge`. */
export type SlipwayBridge = typeof slipwayBridge;
