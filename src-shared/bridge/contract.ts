// The whole bridge between window and core, put together from what each feature declares.
import { activityCalls, activityTopics } from '../activity/bridge.ts';
import { buildCalls, buildTopics } from '../builds/bridge.ts';
import { desktopCalls, desktopTopics } from '../desktop/bridge.ts';
import { takeOutCalls } from '../desktop/take-out.ts';
import { gameCalls, gameTopics } from '../games/bridge.ts';
import { gameSettingsCalls } from '../games/settings-bridge.ts';
import { groupCalls, groupTopics } from '../groups/bridge.ts';
import { hostCalls, hostTopics } from '../host/bridge.ts';
import { instanceCalls, instanceTopics } from '../instances/bridge.ts';
import { namespaceCalls } from '../namespaces/bridge.ts';
import { timelineTopics } from '../namespaces/timeline.ts';
import { nodeCalls, nodeTopics } from '../nodes/bridge.ts';
import { serverCalls, serverTopics } from '../servers/bridge.ts';
import { clientCalls, clientTopics } from '../servers/clients-bridge.ts';
import { keptCalls } from '../servers/kept-bridge.ts';
import { settingsCalls, settingsTopics } from '../settings/bridge.ts';
import { transferCalls, transferTopics } from '../transfers/bridge.ts';
import { updateCalls, updateTopics } from '../updates/bridge.ts';
import { versionCalls } from '../versions/bridge.ts';
import type { BridgeContract } from './define.ts';

/** Every call and topic. */
export const slipwayBridge = {
  calls: {
    ...instanceCalls,
    ...gameCalls,
    ...gameSettingsCalls,
    ...groupCalls,
    ...nodeCalls,
    ...namespaceCalls,
    ...buildCalls,
    ...versionCalls,
    ...serverCalls,
    ...clientCalls,
    ...keptCalls,
    ...transferCalls,
    ...activityCalls,
    ...settingsCalls,
    ...hostCalls,
    ...desktopCalls,
    ...takeOutCalls,
    ...updateCalls,
  },
  topics: {
    ...instanceTopics,
    ...gameTopics,
    ...groupTopics,
    ...nodeTopics,
    ...buildTopics,
    ...timelineTopics,
    ...serverTopics,
    ...clientTopics,
    ...transferTopics,
    ...activityTopics,
    ...settingsTopics,
    ...hostTopics,
    ...desktopTopics,
    ...updateTopics,
  },
} as const satisfies BridgeContract;
export type SlipwayBridge = typeof slipwayBridge;
