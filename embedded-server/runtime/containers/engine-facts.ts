// Reads what an engine tells of itself. Pure: its answer goes in, what counts for us comes out.
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';

export type EngineFacts = {
  version: string;
  /** Its containers run under the kernel that we run under: their processes and ports are ours to see. */
  isLocal: boolean;
  /** As images name it: amd64, arm64. */
  architecture: string;
  enforces: { memory: boolean; cpu: boolean; processes: boolean };
  /** Whether it has a first process of its own for containers. Undefined where it does not say. */
  hasInit: boolean | undefined;
  /** What starts its containers, and how it keeps their groups and events. Podman alone says it. */
  runtime?: { name: string; cgroupVersion: string; cgroupManager: string; eventLogger: string } | undefined;
};

const podmanInfo = z.object({
  host: z.object({
    arch: z.string(),
    cgroupControllers: z.array(z.string()).nullish(),
    cgroupManager: z.string(),
    cgroupVersion: z.string(),
    eventLogger: z.string(),
    hostname: z.string(),
    ociRuntime: z.object({ name: z.string() }),
    serviceIsRemote: z.boolean().optional(),
  }),
  version: z.object({ Version: z.string() }),
});

/** What Docker says the version of an init is that is not installed. */
const MISSING = 'N/A';
/** It prints what it knows of itself, and beside it why the part that runs containers does not answer. */
const dockerDown = z.object({ ServerErrors: z.array(z.string()).min(1) });
const dockerInfo = z.object({
  Architecture: z.string(),
  CpuCfsQuota: z.boolean(),
  MemoryLimit: z.boolean(),
  PidsLimit: z.boolean().optional(),
  Name: z.string(),
  OperatingSystem: z.string(),
  OSType: z.string(),
  ServerVersion: z.string(),
  InitCommit: z.object({ ID: z.string() }).optional(),
});

const KERNEL_NAMES: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  aarch64: 'arm64',
  i686: '386',
  armv7l: 'arm',
};

/** What an engine tells of itself. What a parser says of it is for the log alone. */
function readInfo<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'container.engine-answer-unknown', {}, { cause });
  }
}

export function readPodmanInfo(text: string, platform: NodeJS.Platform): EngineFacts {
  const { host, version } = readInfo(podmanInfo, text);
  const has = (controller: string) => host.cgroupControllers?.includes(controller) ?? false;
  const { cgroupVersion, cgroupManager, eventLogger } = host;
  return {
    version: version.Version,
    architecture: host.arch,
    isLocal: platform === 'linux' && host.serviceIsRemote !== true,
    enforces: { memory: has('memory'), cpu: has('cpu'), processes: has('pids') },
    // One in a machine of its own came with it.
    hasInit: host.serviceIsRemote === true || platform !== 'linux' ? true : undefined,
    runtime: { name: host.ociRuntime.name, cgroupVersion, cgroupManager, eventLogger },
  };
}

export function readDockerInfo(text: string, platform: NodeJS.Platform, hostname: string): EngineFacts {
  const info = readInfo(z.union([dockerDown, dockerInfo]), text);
  if ('ServerErrors' in info) throw new Error(info.ServerErrors.join(' '));
  if (info.OSType !== 'linux') {
    throw new AppError('SERVERS_SERVER_FAILED_TO_CREATE', 'container.engine-wrong-system', { system: info.OSType });
  }
  return {
    version: info.ServerVersion,
    architecture: KERNEL_NAMES[info.Architecture] ?? info.Architecture,
    // Docker Desktop runs a machine of its own even on Linux; another machine's daemon has another name.
    isLocal: platform === 'linux' && info.OperatingSystem !== 'Docker Desktop' && info.Name === hostname,
    enforces: { memory: info.MemoryLimit, cpu: info.CpuCfsQuota, processes: info.PidsLimit ?? false },
    hasInit: (info.InitCommit?.ID ?? MISSING) !== MISSING,
  };
}
