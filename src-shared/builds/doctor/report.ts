// What the doctor says of a build: what it is, how to start it, what does not belong in it and what will go wrong.
import { z } from 'zod';
import { u64 } from '../../service/common.ts';
import { killTimeout, portNumber, portProtocol, resources, routing } from '../../service/run-settings.ts';
import { sentence } from '../../text/message-schema.ts';

/** What a build was made with. `native` is a program with no engine that we know. */
export const engineName = z.enum([
  ...([
    'unity',
    'unreal',
    'godot',
    'source',
    'quake3',
    'rust',
    'node',
    'java',
    'dotnet',
    'python',
    'native',
    'unknown',
  ] as const),
]);
/** What a build was made with. */
export type EngineName = z.infer<typeof engineName>;

/** An operating system a program is for. */
export const systemName = z.enum(['linux', 'windows', 'macos', 'other']);
/** An operating system a program is for. */
export type SystemName = z.infer<typeof systemName>;

/** A processor a program is for. */
export const cpuName = z.enum(['x64', 'arm64', 'x86', 'arm', 'other']);
/** A processor a program is for. */
export type CpuName = z.infer<typeof cpuName>;

/** What a program's file is. */
export const programFormat = z.enum(['elf', 'pe', 'macho', 'script', 'javascript', 'jar', 'dotnet', 'python']);

/** A program of a build. `path` is what `program` in slipway.json would say: below the one top folder, if there is one.
 * Without `os` it runs on any, by what `run_by` names. */
export const programFound = z.object({
  path: z.string(),
  format: programFormat,
  os: systemName.optional(),
  cpus: z.array(cpuName),
  run_by: z.string().optional(),
  bytes: u64,
});
/** A program of a build. */
export type ProgramFound = z.infer<typeof programFound>;

/** A port that a build probably needs, or, with a slipway.json, asks for; only there it may say its routing. */
export const portFound = z.object({
  name: z.string(),
  protocol: portProtocol,
  internal_port: portNumber.optional(),
  number: portNumber.optional(),
  routing: routing.optional(),
});
/** A port that a build probably needs. */
export type PortFound = z.infer<typeof portFound>;

/** A file or folder that is left out, and why. What is `untickable` may be taken in after all. */
export const leaveOutFound = z.object({
  path: z.string(),
  is_folder: z.boolean(),
  rule: z.string(),
  reason: sentence,
  bytes: u64,
  files: u64,
  untickable: z.boolean(),
});
/** A file or folder that is left out. */
export type LeaveOutFound = z.infer<typeof leaveOutFound>;

/** A file that nobody should ship without knowing: it stops the packing until a person decides. */
export const secretFound = z.object({ path: z.string(), rule: z.string(), reason: sentence, bytes: u64 });

/** How bad a finding is: `block` will not work at all, `warn` will likely go wrong, `info` is good to know. */
export const severity = z.enum(['block', 'warn', 'info']);

/** One thing that the doctor found: a sentence, and what to do about it. */
export const finding = z.object({
  severity,
  code: z.string(),
  path: z.string().optional(),
  sentence,
  hint: sentence,
});
/** One thing that the doctor found. */
export type Finding = z.infer<typeof finding>;

/** Whether the build says itself how it is run, and what is wrong with what it says: where, and what. Lines and columns count from one. */
export const manifestFound = z.object({
  state: z.enum(['missing', 'valid', 'invalid']),
  problems: z.array(
    z.object({
      path: z.string(),
      message: sentence,
      line: z.int().min(1).optional(),
      column: z.int().min(1).optional(),
    }),
  ),
});
/** Whether the build says itself how it is run. */
export type ManifestFound = z.infer<typeof manifestFound>;

/** What the doctor says of a build. The first program is the chosen one; a good slipway.json decides over every guess, and
 * alone says `resources`, `kill_timeout` and the folders to `keep`.
 * Paths are as in the folder or archive; `root` is the one top folder that unpacking takes away, with its slash, or empty.
 * `package_name` is what its package.json calls it, without a scope, and `package_version` which version it says that it is. */
export const doctorReport = z.object({
  engine: z.object({ name: engineName, clue: sentence }),
  root: z.string(),
  package_name: z.string().optional(),
  package_version: z.string().optional(),
  programs: z.array(programFound),
  arguments: z.array(z.string()),
  ports: z.array(portFound),
  resources: resources.optional(),
  kill_timeout: killTimeout.optional(),
  keep: z.array(z.string()).optional(),
  size: z.object({ bytes: u64, files: u64, packed_bytes: u64, packed_files: u64 }),
  leave_out: z.array(leaveOutFound),
  secrets: z.array(secretFound),
  findings: z.array(finding),
  manifest: manifestFound,
});
/** What the doctor says of a build. */
export type DoctorReport = z.infer<typeof doctorReport>;

/** How many bytes an archive holds unpacked; undefined where it cannot be read to its end. */
export function unpackedBytes({ findings, size }: DoctorReport): number | undefined {
  return findings.some(({ code }) => code === 'not_unpackable') ? undefined : size.bytes;
}
