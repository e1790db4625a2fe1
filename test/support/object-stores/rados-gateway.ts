// Ceph's RADOS gateway, an S3 store of another make, over a monitor and one storage daemon that keeps all in memory.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { closeAtEnd } from '../start-once.ts';
import { makeTempFolder } from '../temp-folder.ts';
import { until } from '../until.ts';

const run = promisify(execFile);

/** Answers where it is; `end` ends a child. */
export async function startRadosGateway(
  end: (child: ChildProcess) => Promise<void>,
): Promise<{ endpoint: string; keys: { id: string; secret: string } }> {
  const folder = await makeTempFolder('ceph');
  const [mon, gateway] = [await freePort(), await freePort()];
  const at = (name: string) => path.join(folder, name);
  const [config, keyring, osd] = [at('ceph.conf'), at('keyring'), at('osd')];
  const fsid = randomUUID();
  for (const name of ['mon', 'osd', 'run']) await mkdir(at(name));
  await writeFile(config, configOf({ folder, fsid, mon }));
  const env = { ...process.env, CEPH_CONF: config };
  const ask = async (program: string, ...words: string[]) => (await run(program, words, { env })).stdout.trim();
  const daemon = (program: string, ...words: string[]) => {
    const child = spawn(program, [...words, '-f'], { env, stdio: 'ignore' });
    closeAtEnd(() => end(child));
  };
  await ask('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
  const mayAll = ['mon', 'osd', 'mgr'].flatMap((kind) => ['--cap', kind, 'allow *']);
  await ask('ceph-authtool', keyring, '--gen-key', '-n', 'client.admin', ...mayAll);
  await ask('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${mon}]`, '--fsid', fsid, at('monmap'));
  await ask('ceph-mon', '-i', 'a', '--mkfs', '--monmap', at('monmap'), '--keyring', keyring);
  daemon('ceph-mon', '-i', 'a');
  const secret = await ask('ceph-authtool', '--gen-print-key');
  const osdId = randomUUID();
  await writeFile(at('secrets'), JSON.stringify({ cephx_secret: secret }));
  await ask('ceph', 'osd', 'new', osdId, '0', '-i', at('secrets'));
  await ask('ceph-authtool', '--create-keyring', path.join(osd, 'keyring'), '-n', 'osd.0', '--add-key', secret);
  await ask('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId);
  daemon('ceph-osd', '-i', '0');
  const keys = { id: randomBytes(10).toString('hex'), secret: randomBytes(20).toString('hex') };
  const user = ['--uid=test', '--display-name=test', `--access-key=${keys.id}`, `--secret-key=${keys.secret}`];
  await ask('radosgw-admin', 'user', 'create', ...user);
  const endpoint = `http://127.0.0.1:${gateway}`;
  const frontend = `--rgw-frontends=beast endpoint=127.0.0.1:${gateway}`;
  daemon('radosgw', '-n', 'client.admin', '--keyring', keyring, frontend);
  await until(async () => (await fetch(endpoint).catch(() => undefined))?.ok === true, 'the RADOS gateway');
  return { endpoint, keys };
}

function configOf({ folder, fsid, mon }: { folder: string; fsid: string; mon: number }): string {
  return `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${mon}/0
public addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = /dev/null
mon cluster log file = /dev/null
paxos propose interval = 0.05
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
osd objectstore = memstore
memstore device bytes = 2147483648
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
keyring = ${folder}/osd/keyring
`;
}
