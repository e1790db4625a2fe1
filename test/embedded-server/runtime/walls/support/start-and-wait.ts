// Starts a wall of macOS as the service does, says its number, and stays: a service of its own, which may be killed.
import { spawn } from 'node:child_process';
import { WALL_ENVIRONMENT } from '../../../../../embedded-server/runtime/walls/wall.ts';
import { speakToWall, wallPipes } from '../../../../../embedded-server/runtime/walls/wall-pipes.ts';

const [program = '', ...given] = JSON.parse(process.argv[2] ?? '[]') as string[];
const child = spawn(program, given, {
  env: WALL_ENVIRONMENT,
  stdio: ['pipe', 'pipe', 'pipe', ...wallPipes('sandbox-exec')],
  detached: true,
});
speakToWall(child.stdio, {}).release();
process.send?.(child.pid);
