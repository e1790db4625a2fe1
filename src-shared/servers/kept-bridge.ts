// The kept folders of a namespace, as the window looks at and changes them.
import { z } from 'zod';
import { call } from '../bridge/define.ts';
import { keptEntry, keptPath, keptSet, keptSnapshot } from '../service/kept.ts';
import { namespacePlace } from './bridge.ts';
import { savedBundle } from './clients-bridge.ts';

const keptPlace = namespacePlace.extend({ slot: z.int().min(1).max(99_999) });
/** One set of kept folders of a namespace. */
export type KeptPlace = z.infer<typeof keptPlace>;
const snapshotPlace = keptPlace.extend({ snapshot_id: z.string().max(200) });
const inFolder = keptPlace.extend({ path: keptPath });
const aside = z.object({ snapshot: keptSnapshot.optional() });

/** Calls about kept folders. */
export const keptCalls = {
  'kept.list': call(namespacePlace, z.object({ sets: z.array(keptSet) })),
  'kept.files': call(inFolder, z.object({ entries: z.array(keptEntry), more: z.boolean() })),
  'kept.save': call(inFolder, savedBundle),
  'kept.snapshot': call(keptPlace, z.object({ snapshot: keptSnapshot })),
  /** What was there before is answered: it stays as a snapshot. */
  'kept.restore': call(snapshotPlace, aside),
  'kept.empty': call(keptPlace, aside),
  'kept.delete': call(snapshotPlace, z.void()),
};
