// Keeps what Node makes of our sources: without it each process and each of its threads takes the types out of all files again,
// with a compiler of its own, which costs most of the start and some 15 MiB each.
import module from 'node:module';
import path from 'node:path';
import { modulesFolder } from './project.mjs';

/** For this process from here on, and for its threads, which hear of it by the environment alone. Where nothing can be written it does nothing. */
export function keepCompiled() {
  const folder = path.join(modulesFolder, '.cache', 'compiled');
  module.enableCompileCache(folder);
  process.env['NODE_COMPILE_CACHE'] ??= folder;
}
