// What the config.json of an OCI bundle says about the process to start.
import { z } from 'zod';

const bundleConfig = z.object({
  ociVersion: z.string(),
  root: z.object({ path: z.string() }),
  process: z.object({
    args: z.array(z.string()).min(1),
    env: z.array(z.string()).optional(),
    cwd: z.string().default('/'),
    user: z.object({ uid: z.number(), gid: z.number() }).default({ uid: 0, gid: 0 }),
  }),
});

export type BundleProcess = {
  arguments: string[];
  environment: Record<string, string>;
  cwd: string;
  /** As engines take it: `uid:gid`. */
  user: string;
  /** The folder of the bundle with the files: `rootfs` nearly always. */
  root: string;
};

/** Undefined where it is some other config.json. */
export function readBundleConfig(json: unknown): BundleProcess | undefined {
  const parsed = bundleConfig.safeParse(json);
  if (!parsed.success) return undefined;
  const { process, root } = parsed.data;
  const pairs = (process.env ?? []).map((text) => {
    const at = text.indexOf('=');
    return at < 0 ? ([text, ''] as const) : ([text.slice(0, at), text.slice(at + 1)] as const);
  });
  return {
    arguments: process.args,
    environment: Object.fromEntries(pairs),
    cwd: process.cwd,
    user: `${process.user.uid}:${process.user.gid}`,
    root: root.path.replace(/^\.\//, '').replace(/\/+$/, ''),
  };
}
