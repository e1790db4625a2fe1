// What is typed into a form and not sent yet. It is kept here and not in the form, so that neither a press of Escape nor a click
// outside nor another page takes it. A name typed to confirm is none of it: that is asked for each time.
import { useEffect } from 'react';
import type { z } from 'zod';
import { create } from 'zustand';

type ByForm = Readonly<Record<string, unknown>>;

/** All drafts, by form and what they are about; those of `saved` outlive a reload of the window. The oldest come first. */
export const useDrafts = create<{ drafts: ByForm; saved: ByForm }>(() => ({ drafts: {}, saved: {} }));

/**
 * The drafts of one kind of form, each by what it is about, such as the id of a game. `name` is the form's name, another one for
 * each. They outlive a reload of the window, but for what `storable` leaves out: that never leaves the memory. It is told what is
 * stored already.
 */
export function createDrafts<Draft>(
  name: string,
  schema: z.ZodType<Draft>,
  storable: (draft: Draft, stored: Draft | undefined) => Draft | undefined = (draft) => draft,
) {
  const fits = (raw: unknown): raw is Draft => schema.safeParse(raw).success;
  const keyOf = (of: string) => `${name}/${of}`;
  const readRaw = (of: string) => useDrafts.getState().drafts[keyOf(of)];
  const read = (of: string) => {
    const raw = readRaw(of);
    return fits(raw) ? raw : undefined;
  };
  const keep = (of: string, draft: Draft | undefined) => {
    const before = useDrafts.getState().saved[keyOf(of)];
    const stored = draft === undefined ? undefined : storable(draft, fits(before) ? before : undefined);
    useDrafts.setState(({ drafts, saved }) => ({
      drafts: put(drafts, keyOf(of), draft),
      saved: put(saved, keyOf(of), stored),
    }));
  };

  /** `start` stands there until something is typed. What is typed back to it is no draft. */
  function useDraft(of: string, start: Draft) {
    const raw = useDrafts(({ drafts }) => drafts[keyOf(of)]);
    const kept = fits(raw) ? raw : undefined;
    useEffect(() => {
      if (kept !== undefined && kept === start) keep(of, undefined);
    }, [of, kept, start]);
    return {
      draft: kept ?? start,
      isKept: kept !== undefined,
      type: (next: Draft) => keep(of, next),
      /** Once it was sent, or on purpose. What was typed after this one was sent stays. */
      release: () => {
        if (readRaw(of) === raw) keep(of, undefined);
      },
    };
  }
  return { useDraft, keep, read };
}

/** Drafts that are secrets, such as tokens, or no text: they are kept in memory alone, and a reload of the window takes them. */
export function createPrivateDrafts<Draft>(name: string, schema: z.ZodType<Draft>) {
  return createDrafts(name, schema, () => undefined);
}

function put(all: ByForm, key: string, draft: unknown): ByForm {
  if (draft === undefined && !(key in all)) return all;
  const { [key]: _, ...others } = all;
  return draft === undefined ? others : { ...others, [key]: draft };
}
