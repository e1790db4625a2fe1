// Puts the plan of a sample server behind a wall, its folder as the shared build that it gets a copy of.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessPlan } from '../../../../../embedded-server/runtime/runner/runner.ts';
import { makeTempFolder } from '../../../../support/temp-folder.ts';

type Plan = Omit<ProcessPlan, 'onOutput'>;

/** Of a number that nobody else has on this machine. */
const OWN_USER = 1_900_000_001;

export async function walled(plan: Plan): Promise<Plan> {
  const parent = await makeTempFolder('walled');
  const [folder, work, root, tmp] = ['server', 'work', 'root', 'tmp'].map((name) => path.join(parent, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const made of [folder, work, root, tmp]) await mkdir(made);
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return {
    ...plan,
    folder,
    wall: {
      builder: 'unshare',
      root,
      tmp,
      copy: { kind: 'overlay', build: plan.folder, work },
      kept: [],
      runtimes: [path.dirname(process.execPath)],
      user: uid === 0 ? { kind: 'own', uid: OWN_USER } : { kind: 'ours', uid, gid },
      openFiles: 1024,
    },
  };
}
