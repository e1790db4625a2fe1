// The first script of the executable, and of each of its threads: loads the bundled command line, whose files are inside, as
// nothing is beside it. It loads nothing else, and is bundled alone.
import path from 'node:path';
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';

type Module = { exports: unknown };
type Wrapped = (exports: unknown, load: (id: string) => unknown, module: Module, file: string, folder: string) => void;

/** A place that is on no disk: stacks name it, and addresses of threads are made with it. */
const FOLDER = path.resolve('/slipway.inside');
const FOLDER_URL = pathToFileURL(`${FOLDER}/`).href;
const FIRST = 'slipway.js';

const loaded = new Map<string, Module>();
const names = new Set(getAssetKeys());

/** Threads find their script inside as well. */
class InsideWorker extends Worker {
  constructor(script: string | URL, options: WorkerOptions = {}) {
    const name =
      script instanceof URL && script.href.startsWith(FOLDER_URL) ? path.posix.basename(script.pathname) : '';
    if (name === '') super(script, options);
    else super(`globalThis.slipwayThread = '${name}';\n${getAsset('inside.js', 'utf8')}`, { ...options, eval: true });
  }
}
const threads = { ...workerThreads, Worker: InsideWorker };

function load(name: string): unknown {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module: Module = { exports: {} };
  loaded.set(name, module);
  const file = path.join(FOLDER, name);
  compile(name, file)(module.exports, requireInside, module, file, FOLDER);
  return module.exports;
}

function requireInside(id: string): unknown {
  if (id.startsWith('./')) return load(id.slice('./'.length));
  if (/^(node:)?worker_threads$/.test(id)) return threads;
  const found: unknown = process.getBuiltinModule(id);
  if (found === undefined) throw new Error(`${id} is not inside this executable`);
  return found;
}

function compile(name: string, filename: string): Wrapped {
  const cached = `${name}.cache`;
  const script = new Script(getAsset(name, 'utf8'), {
    filename,
    ...(names.has(cached) ? { cachedData: new Uint8Array(getRawAsset(cached)) } : {}),
  });
  const wrapped: Wrapped = script.runInThisContext();
  return wrapped;
}

const name: unknown = Reflect.get(globalThis, 'slipwayThread');
load(typeof name === 'string' ? name : FIRST);
