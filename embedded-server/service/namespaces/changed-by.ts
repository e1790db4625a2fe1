// Who changed a namespace and where that came from, as the history keeps it.
import { z } from 'zod';
import { changedBy, changedFrom } from '../../../src-shared/service/namespaces.ts';
import type { Context } from '../../platform/http/handlers.ts';

const who = z.object({ ...changedBy.shape, ...changedFrom.shape });
export type Who = z.infer<typeof who>;

export function whoCalls({ caller, origin }: Context): Who {
  switch (caller.kind) {
    case 'owner':
      return { kind: 'owner', ...origin };
    case 'cloud':
    case 'service':
      return { kind: caller.kind, ...(caller.name === undefined ? {} : { name: caller.name }), ...origin };
    case 'anyone':
      throw new Error('Nobody changes a namespace without a token');
  }
}

export function writeWho(one: Who): string {
  return JSON.stringify(one);
}

export function readWho(text: string) {
  const { kind, name, ...from } = who.parse(JSON.parse(text));
  return { by: { kind, ...(name === undefined ? {} : { name }) }, ...(Object.keys(from).length === 0 ? {} : { from }) };
}
