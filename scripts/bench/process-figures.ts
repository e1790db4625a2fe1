// What a process and its children have used so far, as Linux tells it: CPU seconds and memory.
import { readdir, readFile } from 'node:fs/promises';

export type Figures = { cpuSeconds: number; rssMiB: number };

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

export async function figuresOf(pid: number): Promise<Figures> {
  const own = await figuresOfOne(pid);
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const children = text.split(' ').filter((word) => word.trim() !== '');
  const all = [own, ...(await Promise.all(children.map((child) => figuresOfOne(Number(child)))))];
  return {
    cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    rssMiB: all.reduce((sum, { rssMiB }) => sum + rssMiB, 0),
  };
}

/** Without its children. */
export async function figuresOfOne(pid: number): Promise<Figures> {
  return await readFigures(`/proc/${pid}`);
}

/** How many files, sockets and pipes a process has open. */
export async function openFilesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/**
 * The processor time of each thread of a process in seconds, as the scheduler counts it: where little is used, hundredths of a second
 * are too coarse.
 */
export async function secondsOfThreads(pid: number): Promise<Map<number, number>> {
  const threads = await readdir(`/proc/${pid}/task`);
  const read = async (thread: string) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0'); // it ended meanwhile
    return [Number(thread), Number(text.split(' ')[0]) / 1e9] as const;
  };
  return new Map(await Promise.all(threads.map(read)));
}

async function readFigures(folder: string): Promise<Figures> {
  const [stat, status] = await Promise.all([readFile(`${folder}/stat`, 'utf8'), readFile(`${folder}/status`, 'utf8')]);
  // The name in parentheses may hold spaces; what counts comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return { cpuSeconds: ticks / TICKS_PER_SECOND, rssMiB: kib / 1024 };
}
