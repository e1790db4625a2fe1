// Points git at the hooks in scripts/hooks, once, in a developer's own checkout.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project.mjs';

export function useProjectHooks() {
  if (process.env['CI'] || !existsSync(path.join(projectRoot, '.git'))) return;
  // Someone who has hooks of their own keeps them.
  if (gitConfig('--get', 'core.hooksPath').stdout?.trim()) return;
  gitConfig('--local', 'core.hooksPath', 'scripts/hooks');
}

/** @param {string[]} args */
function gitConfig(...args) {
  return spawnSync('git', ['config', ...args], { cwd: projectRoot, encoding: 'utf8' });
}
