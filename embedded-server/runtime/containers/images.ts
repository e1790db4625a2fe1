// Loads the image of a build into the engine, once, under a name made of the build's hash, and removes it again.
import { access } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { messageFor, type Sentence } from '../../../src-shared/text/message.ts';
import { storedDamaged } from '../../files/archives/archive-entry.ts';
import { createSharedWork } from '../../files/archives/shared-work.ts';
import { type ImageContent, imageContentOf } from '../../files/images/image-content.ts';
import { hashOf } from '../../platform/storage/hash-of.ts';
import type { ContainerImage, CopyOut, StoredImage } from '../runner/runner.ts';
import { copyOut } from './copy-out.ts';
import { keptVolumes } from './create-arguments.ts';
import type { Engine, EngineFinder } from './engine.ts';
import { filesBelow, streamTar, underName } from './repack.ts';
import { EngineFailure } from './run-engine.ts';

export type Images = {
  /** Undefined where the file is no image, whatever its kind says: it runs as an archive. */
  load(stored: StoredImage, signal?: AbortSignal): Promise<ContainerImage | undefined>;
  /** Copies a folder out of an image; answers whether it has that. */
  copyOut(wanted: CopyOut, signal?: AbortSignal): Promise<boolean>;
  /** Removes the image of a build that is gone; one that servers still run, with the last of them: the answer is false then. */
  remove(sha256: string): Promise<boolean>;
  /** A server of this image has ended. */
  released(name: string): Promise<void>;
  /** Gives up what is under way. */
  close(): Promise<void>;
};

const names = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((named) => Object.keys(named ?? {}));
const wordList = z
  .array(z.string())
  .nullish()
  .transform((all) => all ?? []);
const config = z.looseObject({
  ExposedPorts: names,
  Volumes: names,
  Entrypoint: wordList,
  Cmd: wordList,
  User: z.string().nullish(),
});
const inspected = z
  .array(
    z.looseObject({ Architecture: z.string(), Config: config.nullish().transform((one) => one ?? config.parse({})) }),
  )
  .min(1);
/** Large images on slow disks take minutes. */
const LONGEST_LOAD_MS = 3_600_000;
const NAME_CHARACTERS = 16;
const IN_USE = /in use|being used|using its referenced image/i;
const NO_SUCH_IMAGE = /no such image|not known|no such object|not found/i;

export function createImages(engines: EngineFinder): Images {
  /** What files hold never changes: they are named by their hash. */
  const contents = new Map<string, ImageContent | 'none'>();
  /** Names of images whose builds are gone. */
  const unwanted = new Set<string>();
  const loading = createSharedWork<never, void>();
  const contentOf = async ({ sha256, file, kind }: StoredImage, signal?: AbortSignal) => {
    const key = `${sha256} ${kind}`;
    const known = contents.get(key) ?? (await imageContentOf(file, kind, signal)) ?? 'none';
    contents.set(key, known);
    return known === 'none' ? undefined : known;
  };
  const removeUnwanted = async (name: string) => {
    if (!unwanted.has(name)) return;
    const engine = await engines.find();
    if (await isRemoved(engine, name)) unwanted.delete(name);
  };
  return {
    load: async (stored, signal) => {
      const content = await contentOf(stored, signal);
      if (content === undefined) return undefined;
      const name = imageName(stored.sha256);
      unwanted.delete(name); // the bytes of a deleted build may have come again
      const engine = await engines.find();
      const before = await inspect(engine, name);
      if (before === undefined) {
        const once = (inner: AbortSignal) => loadOnce(engine, stored, { content, name, signal: inner });
        await loading.join(stored.sha256, { signal }, once);
      }
      const image = before ?? (await inspect(engine, name));
      if (image === undefined) throw refusedLoad(engine, [], messageFor('container.image-missing-after-load'));
      await refuseOtherMachine(engine, image.Architecture);
      return describeImage(engine, name, content, image);
    },
    copyOut: async (wanted, signal) => await copyOut(await engines.find(), wanted, signal),
    remove: async (sha256) => {
      for (const key of Array.from(contents.keys())) if (key.startsWith(sha256)) contents.delete(key);
      unwanted.add(imageName(sha256));
      await removeUnwanted(imageName(sha256));
      return !unwanted.has(imageName(sha256));
    },
    released: removeUnwanted,
    close: () => loading.stop(new Error('Slipway ends')),
  };
}

function describeImage(
  { isLocal }: Engine,
  name: string,
  content: ImageContent,
  { Config: { ExposedPorts, Volumes, Entrypoint, Cmd, User } }: z.infer<typeof inspected>[number],
): ContainerImage {
  const shared = { name, ports: ExposedPorts, volumes: keptVolumes(Volumes), isElsewhere: !isLocal };
  if (content.holds === 'image') return { ...shared, program: [...Entrypoint, ...Cmd][0] ?? '', user: User ?? '' };
  const { process } = content;
  return { ...shared, program: process.arguments[0] ?? '', user: process.user, process };
}

/** With a host in front, which is nobody's, an engine never takes it for an image that it could fetch. */
export function imageName(sha256: string): string {
  return `localhost/slipway-${sha256.slice(0, NAME_CHARACTERS)}:latest`;
}

/** False while servers run it. By force Podman would end those first. */
async function isRemoved(engine: Engine, name: string): Promise<boolean> {
  try {
    await engine.run(['image', 'rm', name]);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof EngineFailure)) throw thrown;
    const words = thrown.lines.join(' ');
    if (NO_SUCH_IMAGE.test(words)) return true;
    if (IN_USE.test(words)) return false;
    throw thrown;
  }
}

async function inspect(engine: Engine, name: string) {
  try {
    return inspected.parse(JSON.parse(await engine.run(['image', 'inspect', name])))[0];
  } catch (thrown) {
    if (thrown instanceof EngineFailure && NO_SUCH_IMAGE.test(thrown.lines.join(' '))) return undefined;
    throw thrown;
  }
}

type Loading = { content: ImageContent; name: string; signal: AbortSignal };

/**
 * A bundle becomes an image of its files alone. Podman could run its folder as it is (`--rootfs`), Docker cannot; and an image
 * is shared by all who run it, while each keeps what it writes to itself. How its process starts goes with each start.
 */
async function loadOnce(
  engine: Engine,
  { file, sha256 }: StoredImage,
  { content, name, signal }: Loading,
): Promise<void> {
  if ((await hashOf(file, undefined, signal)) !== sha256) throw storedDamaged();
  const [texts, repack] =
    content.holds === 'image' ? [['load'], underName(name)] : [['import', '-', name], filesBelow(content.process.root)];
  try {
    await engine.run(texts, {
      signal,
      longestMs: LONGEST_LOAD_MS,
      input: (write) => streamTar(file, repack, write, signal),
    });
  } catch (thrown) {
    if (thrown instanceof EngineFailure)
      throw refusedLoad(engine, thrown.lines, thrown.lines.at(-1)?.replace(/\.?$/, '.'), thrown);
    throw thrown;
  }
}

function refusedLoad(engine: Engine, lines: readonly string[], why: Sentence | undefined, cause?: unknown): AppError {
  return new AppError(
    'BUILD_INVALID',
    why === undefined
      ? messageFor('container.image-not-loaded', { engine: engine.name })
      : messageFor('container.image-not-loaded-because', { engine: engine.name, why }),
    { metadata: { engine: engine.name, version: engine.version, lines }, cause },
  );
}

async function refuseOtherMachine(engine: Engine, architecture: string): Promise<void> {
  if (!(await missingEmulation(engine, architecture))) return;
  throw new AppError(
    'SERVERS_SERVER_FAILED_TO_CREATE',
    'container.image-other-processor',
    { image: architecture, machine: engine.architecture },
    { metadata: { image: architecture, machine: engine.architecture } },
  );
}

/** The names that emulators go by. */
const EMULATORS: Readonly<Record<string, string>> = { amd64: 'qemu-x86_64', arm64: 'qemu-aarch64', arm: 'qemu-arm' };

/**
 * Whether programs of another processor cannot run here. Desktop engines emulate them, and so does a Linux that was set up
 * so.
 */
async function missingEmulation(engine: Engine, architecture: string): Promise<boolean> {
  if (architecture === '' || architecture === engine.architecture || !engine.isLocal) return false;
  if (engine.architecture === 'amd64' && architecture === '386') return false;
  const emulator = `/proc/sys/fs/binfmt_misc/${EMULATORS[architecture] ?? `qemu-${architecture}`}`;
  return await access(emulator).then(
    () => false,
    () => true,
  );
}
