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
  pinned_namespaces: z.array(place).default([]),
  pinned_games: z.array(z.string()).default([]),
  pinned_servers: z.array(serverPlace).default([]),
  client_commands: z.array(z.object({ game_id: z.string(), command: z.string() })).default([]),
});
export type InstanceMarks = z.infer<typeof marks>;

const REMOTES = 'remotes';
const MARKS = 'instance_marks';

export type RemoteStore = ReturnType<typeof createRemoteStore>;

type Kept = { remotes: RemoteRecord[]; marks: Record<string, InstanceMarks> };

export function createRemoteStore(file: SettingsFile) {
  let kept = readKept(file.read());
  /** Begins with what is there: another Slipway, the command line say, may have written since. */
  const change = (edit: (now: Kept) => Kept) => {
    let next = kept;
    file.change((now) => {
      next = edit(readKept(now));
      return { [REMOTES]: next.remotes, [MARKS]: next.marks };
    });
    kept = next;
  };
  return {
    list: () => kept.remotes,
    readAgain: () => {
      kept = readKept(file.read());
    },
    /** A remote of this id takes the place of the one before. */
    put: (record: RemoteRecord) =>
      change(({ remotes, ...now }) => {
        const isKnown = remotes.some(({ id }) => id === record.id);
        const next = isKnown ? remotes.map((known) => (known.id === record.id ? record : known)) : [...remotes, record];
        return { ...now, remotes: next };
      }),
    /** Of one that is gone by now nothing is changed. */
    rename: (wanted: string, name: string) =>
      change(({ remotes, ...now }) => ({
        ...now,
        remotes: remotes.map((known) => (known.id === wanted ? { ...known, name } : known)),
      })),
    remove: (wanted: string) =>
      change((now) => {
        const { [wanted]: _, ...others } = now.marks;
        return { remotes: now.remotes.filter(({ id }) => id !== wanted), marks: others };
      }),
    marks: (id: string) => marksIn(kept, id),
    /** `edit` gets what is marked now: what it adds to a list does not cost what somebody else added. */
    mark: (id: string, edit: (now: InstanceMarks) => Partial<InstanceMarks>) =>
      change((now) => {
        const before = marksIn(now, id);
        return { ...now, marks: { ...now.marks, [id]: { ...before, ...edit(before) } } };
      }),
  };
}

function readKept(stored: Record<string, unknown>): Kept {
  return { remotes: readList(stored[REMOTES]), marks: readMarks(stored[MARKS]) };
}

function marksIn({ marks: all }: Kept, id: string): InstanceMarks {
  return all[id] ?? marks.parse({});
}

/** One record that cannot be read costs none of the others. */
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
