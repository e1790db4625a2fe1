// Reads a build's own slipway.json: valid, or where and what is wrong with it.
import { type JsonPlace, placesIn } from '../../json-place.ts';
import { readJson } from '../../json-text.ts';
import type { BuildManifest } from '../../service/build-manifest.ts';
import type { UnknownField } from '../../service/unknown-fields.ts';
import { type Message, messageFor } from '../../text/message.ts';
import { MANIFEST_FILE } from './files-to-open.ts';
import type { IndexedBuild } from './indexed.ts';
import type { ManifestFound } from './report.ts';

/** What a build says itself. With problems there is nothing to go by; what is unknown in it harms nothing. */
export type ReadManifest = {
  found: ManifestFound;
  manifest: BuildManifest | undefined;
  unknown: readonly (UnknownField & JsonPlace)[];
};

/** Reads and checks the slipway.json at a build's root. What checks it is loaded where there is one. */
export async function readManifest(build: IndexedBuild): Promise<ReadManifest> {
  const entry = build.at(MANIFEST_FILE);
  if (entry === undefined) return { found: { state: 'missing', problems: [] }, manifest: undefined, unknown: [] };
  const text = build.text(MANIFEST_FILE);
  if (entry.type !== 'file' || text === undefined) return invalid('', messageFor('manifest.unreadable'));
  const json = readJson(text);
  if (json.fault !== undefined) return invalid('', messageFor('manifest.not-json', { fault: json.fault }));
  const { readBuildManifest } = await import('../../service/read-manifest.ts');
  const { unknownFields } = await import('../../service/unknown-fields.ts');
  const unknown = unknownFields(json.value).map((one) => ({ ...one, ...placesIn(text, one.path).name }));
  const { manifest, misfits } = readBuildManifest(json.value, text);
  if (misfits !== undefined) return { found: { state: 'invalid', problems: misfits }, manifest: undefined, unknown };
  const problem = programProblem(manifest.program);
  if (problem !== undefined) return invalid('program', problem, placesIn(text, ['program']).value);
  return { found: { state: 'valid', problems: [] }, manifest, unknown };
}

/** What is wrong with the name of a program: it has to be a path that stays below the root. */
function programProblem(program: string): Message | undefined {
  if (program.includes('\0') || program.length > 1_024) return messageFor('manifest.no-path');
  if (/^(?:[/\\]|[A-Za-z]:)/.test(program)) return messageFor('manifest.path-absolute');
  if (program.split(/[/\\]/).includes('..')) return messageFor('manifest.path-leads-out');
  return undefined;
}

function invalid(path: string, message: Message, place?: JsonPlace): ReadManifest {
  return {
    found: { state: 'invalid', problems: [{ path, message, ...place }] },
    manifest: undefined,
    unknown: [],
  };
}
