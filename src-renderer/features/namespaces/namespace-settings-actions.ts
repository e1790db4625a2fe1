// Reads and changes how a namespace is set. Each failure is answered as a sentence, for the place where it happened.
import { asAppError } from '../../../src-shared/errors/app-error.ts';
import type { NamespaceSettings } from '../../../src-shared/namespaces/bridge.ts';
import type { HostingPolicy, MatchmakerConfig } from '../../../src-shared/service/namespaces.ts';
import { client } from '../../bridge/client.ts';
import { phrase, translate } from '../../text/t.ts';
import { say } from '../../ui/notices/notices-actions.ts';
import { gameOf, targetOf } from './namespaces-actions.ts';
import type { NamespacePlace } from './namespaces-store.ts';

/** How it is set now. Throws a sentence. */
export function readSettings(place: NamespacePlace): Promise<NamespaceSettings> {
  return client.call('namespaces.settings', targetOf(place));
}

/** What is to be changed. `confirm` is its name, where it is protected. */
export type SettingsChange = {
  limits?: MatchmakerConfig | undefined;
  hosting?: HostingPolicy | undefined;
  confirm?: string | undefined;
};

/** Changes one after the other; answers what became of each as sentences, the good ones first. */
export async function saveSettings(
  place: NamespacePlace,
  change: SettingsChange,
): Promise<{ done: string[]; failed: string[] }> {
  const { limits, hosting, confirm } = change;
  const target = { ...targetOf(place), ...(confirm === undefined ? {} : { confirm }) };
  const calls = [
    ...(limits === undefined ? [] : [() => client.call('namespaces.setLimits', { ...target, limits })]),
    ...(hosting === undefined ? [] : [() => client.call('namespaces.setHosting', { ...target, hosting })]),
  ];
  const results: { done: string[]; failed: string[] } = { done: [], failed: [] };
  for (const call of calls) {
    try {
      const { outcome, sentence } = await call();
      results[outcome === 'done' ? 'done' : 'failed'].push(translate(sentence));
    } catch (thrown) {
      results.failed.push(asAppError(thrown).message);
    }
  }
  return results;
}

/** Marks a namespace as one that asks for its name before it is changed, or takes the mark off. */
export async function protectNamespace(place: NamespacePlace, isProtected: boolean): Promise<void> {
  const { namespace_id } = place;
  try {
    const mark = { ...gameOf(place), namespace_id, is_protected: isProtected };
    await client.call('instances.protectNamespace', mark);
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The protection was not changed'), detail: asAppError(thrown).toMessage() });
  }
}
