// What to do about a server that lacks something, where its machine is a container of an image on a node: nobody installs anything
// there. It goes into the build, or into the image.
import { asMessage, makeMessage, type Sentence } from '../../../src-shared/text/message.ts';
import type { Reason } from '../../../src-shared/text/reasons/english.ts';

/** Each with the params of what it stands in for. */
const IN_IMAGE: Partial<Record<string, Reason>> = {
  'server.do-install-named-library': 'fleet.do-add-library',
  'server.do-install-newer-java': 'fleet.do-take-newer-java',
  'start.runtime-missing': 'fleet.runtime-missing',
  'start.interpreter-missing': 'fleet.interpreter-missing',
} satisfies Partial<Record<Reason, Reason>>;

type Said = { problem: Sentence | null; hint: Sentence | null };

export function inImage<S extends Said>(said: S): S {
  return { ...said, problem: remedyOf(said.problem), hint: remedyOf(said.hint) };
}

function remedyOf(said: Sentence | null): Sentence | null {
  if (said === null) return null;
  const { reason = '', params } = asMessage(said);
  const other = IN_IMAGE[reason];
  return other === undefined ? said : makeMessage(other, params);
}
