// A mirror of the instances and of the open one's log, with what the window itself knows: which is open, what is under way.
import { create } from 'zustand';
import type { InstanceView, RunningServers } from '../../../src-shared/instances/bridge.ts';

/** Something asked of an instance that has not been answered. */
export type InstanceBusy = 'restart' | 'fresh_folder' | 'choose_folder' | 'test';

/** The dialogs about one instance. */
export type InstanceDialogKind = 'rename' | 'sign-in' | 'certificate' | 'remove' | EndingKind;

/** Those that ask before servers end. */
export type EndingKind = 'restart' | 'choose_folder';

/** What ends, and what ends it. */
export type Ending = RunningServers & { run(): Promise<unknown> };

type InstancesState = {
  /** Undefined until the core has said them. */
  instances: InstanceView[] | undefined;
  openId: string | undefined;
  busy: Record<string, InstanceBusy | undefined>;
  logs: Record<string, string[] | undefined>;
  /** By its instance, the time of the crash that the person was told about and put away. */
  seenCrash: Record<string, number | undefined>;
  /** The same of the version of a remote that is not this one. */
  seenVersion: Record<string, string | undefined>;
  dialog: { kind: InstanceDialogKind; instance_id: string; ending?: Ending } | undefined;
};

/** The instances. */
export const useInstances = create<InstancesState>(() => ({
  instances: undefined,
  openId: undefined,
  busy: {},
  logs: {},
  seenCrash: {},
  seenVersion: {},
  dialog: undefined,
}));
