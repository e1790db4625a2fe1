// The slipway.json that goes into a pack when a person edited how the build is run: the edits over what the build says itself.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_FILE } from '../../../../src-shared/builds/doctor/files-to-open.ts';
import { type BuildManifest, buildManifest } from '../../../../src-shared/service/build-manifest.ts';
import type { StartTransfer } from '../../../../src-shared/transfers/bridge.ts';
import type { PackOptions } from '../../pack/pack-model.ts';
import type { Sources } from './sources.ts';

/** What is not edited stays as the build has it. */
export async function writtenOf(request: StartTransfer, sources: Sources): Promise<PackOptions['written']> {
  const { settings, source_id: id } = request;
  if (settings === undefined) return undefined;
  const at = `${sources.rootOf(id)}${MANIFEST_FILE}`;
  const own = await readOwn(path.join(sources.pathOf(id), at));
  const ports = settings.ports === undefined ? own.ports : mergePorts(own.ports, settings.ports);
  const text = JSON.stringify({ ...own, ...settings, ...(ports === undefined ? {} : { ports }) }, undefined, 2);
  return { path: at, text: `${text}\n` };
}

type Ports = NonNullable<BuildManifest['ports']>;

/** How players reach a port is not found by the doctor: a port that keeps its name keeps that too, unless it is set again. */
function mergePorts(own: Ports = {}, edited: Ports): Ports {
  const merged = Object.entries(edited).map(([name, port]) => {
    const routing = port.routing?.host === undefined ? (own[name]?.routing ?? port.routing) : port.routing;
    return [name, { ...port, ...(routing === undefined ? {} : { routing }) }];
  });
  return Object.fromEntries(merged);
}

/** One that is not there, or that the doctor called invalid, has nothing to keep. */
async function readOwn(file: string): Promise<Partial<BuildManifest>> {
  try {
    const parsed = buildManifest.safeParse(JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
