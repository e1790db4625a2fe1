// Looks at a stored build before it is published: whether it can be unpacked, and what its own slipway.json asks for, in one pass.
import { MANIFEST_FILE, MOST_TEXT_BYTES } from '../../../src-shared/builds/doctor/files-to-open.ts';
import { readJson } from '../../../src-shared/json-text.ts';
import type { BuildKind } from '../../../src-shared/service/builds.ts';
import type { Resources } from '../../../src-shared/service/run-settings.ts';
import type { Message } from '../../../src-shared/text/message.ts';
import type { OnEntry } from '../archives/archive-entry.ts';
import { createTopFolder } from '../archives/top-folder.ts';
import { whyNotUnpacked } from './why-not-unpacked.ts';

/** `refusal`: why it cannot be unpacked. `resources`: what it asks for itself. */
export type CheckedBuild = { refusal?: Message; resources?: Resources };

export async function checkStored(
  file: string,
  { name, kind, signal }: { name: string; kind: BuildKind; signal: AbortSignal },
): Promise<CheckedBuild> {
  const own = createManifestReader();
  const refusal = await whyNotUnpacked(file, { name, kind, signal, onEntry: own.look });
  if (refusal !== undefined) return { refusal };
  const resources = await own.resources();
  return resources === undefined ? {} : { resources };
}

/** The one folder that everything lies in is known at the end alone, so what would be the slipway.json without it is read as well. */
function createManifestReader(): { look: OnEntry; resources(): Promise<Resources | undefined> } {
  const top = createTopFolder();
  const texts = new Map<string, string>();
  let first: string | undefined;
  return {
    look: async (entry, bytes) => {
      const { path, type, size = Number.POSITIVE_INFINITY } = entry;
      top.see(entry);
      first ??= path.split('/')[0];
      const isWanted = path === MANIFEST_FILE || path === `${first}/${MANIFEST_FILE}`;
      if (!isWanted || type !== 'file' || size > MOST_TEXT_BYTES) return;
      const chunks: Buffer[] = [];
      // The bytes are only good until the next ones come.
      for (let chunk = await bytes.read(); chunk !== undefined; chunk = await bytes.read())
        chunks.push(Buffer.from(chunk));
      texts.set(path, Buffer.concat(chunks).toString('utf8'));
    },
    resources: async () => {
      const folder = top.name();
      const text = texts.get(folder === undefined ? MANIFEST_FILE : `${folder}/${MANIFEST_FILE}`);
      if (text === undefined) return undefined;
      const { readBuildManifest } = await import('../../../src-shared/service/read-manifest.ts');
      // What is wrong with it is said where it is started, and by the doctor.
      return readBuildManifest(readJson(text).value).manifest?.resources;
    },
  };
}
