// Checks the names of a new namespace, makes it, and keeps what was typed until then.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NamespaceNames } from '../../../src-shared/service/namespaces.ts';
import { client } from '../../bridge/client.ts';
import { phrase, t } from '../../text/t.ts';
import { errorsOf, type NameProblems } from '../../ui/name-problems.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { closeNamespaceLayer } from './namespaces-actions.ts';
import type { GamePlace } from './namespaces-store.ts';
import { type NamespaceDraft, noProblems, problemsOf, refusedNames } from './new-namespace-form.ts';

/** What the instance finds wrong with names. One that cannot be asked now finds nothing; making it will say so. */
export async function checkNames({ instance_id, game_id }: GamePlace, names: NamespaceNames): Promise<NameProblems> {
  try {
    const place = { instance_id, game_id };
    return problemsOf(await client.call('namespaces.validate', { ...place, ...names }));
  } catch (thrown) {
    const error = asAppError(thrown);
    const errors = errorsOf(error);
    if (errors.length > 0) return problemsOf({ errors });
    return { ...noProblems, whole: t('The names could not be checked: {message}', { message: error.message }) };
  }
}

/** Makes a namespace. Answers what is wrong, if anything is. */
export async function createNamespace(
  { instance_id, game_id }: GamePlace,
  { name, name_id, version_id }: NamespaceDraft,
): Promise<NameProblems | undefined> {
  try {
    await client.call('namespaces.create', {
      instance_id,
      game_id,
      version_id,
      display_name: name,
      name_id,
    });
    closeNamespaceLayer();
    say({
      state: 'done',
      title: phrase('{name_id} was created', { name_id }),
      detail: phrase('How many servers it keeps is in its settings.'),
    });
    return undefined;
  } catch (thrown) {
    return refusedNames(asAppError(thrown));
  }
}
