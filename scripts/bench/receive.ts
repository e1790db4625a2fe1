// How fast the service receives uploads, each in turn with a peer: nginx that stores without a check, and a bare node:http
// receiver.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { lackingRoom, lackingTool } from './can-receive.ts';
import { type SentFile, sendFiles } from './curl-sender.ts';
import type { Measure } from './measure.ts';
import { median } from './median.ts';
import { howToInstall, type Receiver, startNginx } from './nginx.ts';
import { figuresOf } from './process-figures.ts';
import { type ServiceReceiver, startBareReceiver, startServiceReceiver } from './receivers.ts';

const ROUNDS = 15;
const MIB = 1_048_576;
const TOTAL = 512 * MIB;
const PART = 16 * MIB;

type Source = { file: string; digest: string };
type Figure = { rate: number; cpu: number };
type Plan = { lanes: number; partBytes: number; startPeer: (folder: string) => Promise<Receiver>; stored: string };

export const receiveParts: Measure = {
  name: 'receive-parts',
  goal: '512 MiB, four parts at once, each checked: >= 0.9 x nginx dav without a check (first step: 0.6)',
  run: async () => {
    const problem = (await lackingTool('nginx', howToInstall)) ?? (await canReceive());
    return problem ?? (await compare({ lanes: 4, partBytes: PART, startPeer: startNginx, stored: 'stored' }));
  },
};

export const receiveWhole: Measure = {
  name: 'receive-whole',
  goal: '512 MiB, one part, checked: >= 2 x node:http with pipeline(request, createWriteStream)',
  run: async () => {
    const plan = { lanes: 1, partBytes: TOTAL, startPeer: startBareReceiver, stored: '' };
    return (await canReceive()) ?? (await compare(plan));
  },
};

async function canReceive(): Promise<string | undefined> {
  return (await lackingTool('curl', 'install curl')) ?? (await lackingRoom(4 * TOTAL));
}

async function compare({ lanes, partBytes, startPeer, stored }: Plan): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-receive-'));
  const running: Receiver[] = [];
  try {
    const sources = await makeSources(folder, partBytes);
    const service = await startServiceReceiver(path.join(folder, 'data'));
    running.push(service);
    const peer = await startPeer(path.join(folder, 'peer'));
    running.push(peer);
    const peerFolder = path.join(folder, 'peer', stored);
    const ours: Figure[] = [];
    const theirs: Figure[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const first = await receiveOnce(service, sources, lanes);
      const second = await storeOnce(peer, peerFolder, sources, lanes);
      if (round < 0) continue; // the first round warms both up
      ours.push(first);
      theirs.push(second);
    }
    return tell(ours, theirs);
  } finally {
    for (const receiver of running) await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function receiveOnce(service: ServiceReceiver, sources: readonly Source[], lanes: number): Promise<Figure> {
  const { parts, remove } = await service.prepare(TOTAL, sources.length > 1);
  const files = sources.map(({ file, digest }, index) => ({ file, digest, url: parts[index]?.url ?? '' }));
  const figure = await timed(service, files, lanes);
  await remove();
  return figure;
}

async function storeOnce(peer: Receiver, folder: string, sources: readonly Source[], lanes: number): Promise<Figure> {
  const files = sources.map(({ file, digest }, index) => ({ file, digest, url: `${peer.url}/part-${index}` }));
  const figure = await timed(peer, files, lanes);
  await Promise.all(sources.map((_, index) => rm(path.join(folder, `part-${index}`))));
  return figure;
}

async function timed({ pid }: Receiver, files: readonly SentFile[], lanes: number): Promise<Figure> {
  const before = await figuresOf(pid);
  const seconds = await sendFiles(files, lanes);
  const after = await figuresOf(pid);
  return { rate: TOTAL / 1e6 / seconds, cpu: after.cpuSeconds - before.cpuSeconds };
}

async function makeSources(folder: string, partBytes: number): Promise<Source[]> {
  await mkdir(path.join(folder, 'sources'));
  const sources: Source[] = [];
  for (let number = 0; number < TOTAL / partBytes; number += 1) {
    const file = path.join(folder, 'sources', `part-${number}`);
    const handle = await open(file, 'w');
    const hash = createHash('sha256');
    for (let done = 0; done < partBytes; done += PART) {
      const bytes = randomBytes(PART);
      hash.update(bytes);
      await handle.write(bytes);
    }
    await handle.datasync();
    await handle.close();
    sources.push({ file, digest: hash.digest('base64') });
  }
  return sources;
}

function tell(ours: readonly Figure[], theirs: readonly Figure[]): string {
  const ratios = ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? rate));
  const side = (figures: readonly Figure[]) => {
    const cpu = median(figures.map((each) => each.cpu)).toFixed(2);
    return `${median(figures.map((each) => each.rate)).toFixed(0)} MB/s with ${cpu} CPU s`;
  };
  return `${median(ratios).toFixed(2)} x (${side(ours)}; peer ${side(theirs)})`;
}
