// What the settings file keeps of instances: the remotes, and for each instance what was marked and pinned. No token is in it.
import { z } from 'zod';
import type { SettingsFile } from '../settings/settings-file.ts';

const place = z.object({ game_id: z.string(), namespace_id: z.string() });
const serverPlace = z.object({ game_id: z.string(), environment_id: z.string(), server_id: z.string() });

const remote = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  pinned: z.object({ fingerprint: z.string(), pem: z.string() }).optional(),
  /** The person agreed that the token travels in the clear. */
  allow_in_the_clear: z.boolean().optional(),
});
export type RemoteRecord = z.infer<typeof remote>;

const marks = z.object({
  is_read_only: z.boolean().default(false),
  protected_namespaces: z.array(place).default([]),
  pinned_games: z.array(z.string()).default([]),
  pinned_servers: z.array(serverPlace).default([]),
  client_commands: z.array(z.object({ game_id: z.string(), command: z.string() })).default([]),
});
export type InstanceMarks = z.infer<typeof marks>;

const REMOTES = 'remotes';
const MARKS = 'instance_marks';

export type RemoteStore = ReturnType<typeof createRemoteStore>;

export function createRemoteStore(file: SettingsFile) {
  let remotes = readList(file.store[REMOTES]);
  let allMarks = readMarks(file.store[MARKS]);
  const saveRemotes = (next: RemoteRecord[]) => {
    remotes = next;
    file.set({ [REMOTES]: next });
  };
  const saveMarks = (next: Record<string, InstanceMarks>) => {
    allMarks = next;
    file.set({ [MARKS]: next });
  };
  /** Another Slipway, the command line say, may have written there since. */
  const readAgain = () => {
    remotes = readList(file.store[REMOTES]);
    allMarks = readMarks(file.store[MARKS]);
  };
  const marksOf = (id: string) => allMarks[id] ?? marks.parse({});
  return {
    list: () => remotes,
    /** A remote of this id takes the place of the one before. */
    put: (record: RemoteRecord) => {
      readAgain();
      const isKnown = remotes.some(({ id }) => id === record.id);
      saveRemotes(isKnown ? remotes.map((known) => (known.id === record.id ? record : known)) : [...remotes, record]);
    },
    remove: (id: string) => {
      readAgain();
      saveRemotes(remotes.filter((known) => known.id !== id));
      const { [id]: _, ...others } = allMarks;
      saveMarks(others);
    },
    marks: marksOf,
    mark: (id: string, change: Partial<InstanceMarks>) => {
      readAgain();
      saveMarks({ ...allMarks, [id]: { ...marksOf(id), ...change } });
    },
  };
}

/** One record that can not be read costs none of the others. */
function readList(stored: unknown): RemoteRecord[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((item: unknown) => {
    const parsed = remote.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

function readMarks(stored: unknown): Record<string, InstanceMarks> {
  if (typeof stored !== 'object' || stored === null) return {};
  const read = Object.entries(stored).flatMap(([id, item]: [string, unknown]) => {
    const parsed = marks.safeParse(item);
    return parsed.success ? [[id, parsed.data] as const] : [];
  });
  return Object.fromEntries(read);
}
