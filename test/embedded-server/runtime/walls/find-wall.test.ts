// Which wall is found on machines that forbid one or the other. Root alone can set up such a machine: a namespace in which the
// settings of the kernel, or a program of the system, are others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WallFound } from '../../../../embedded-server/runtime/walls/find-wall.ts';
import { remedyFor } from '../../../../embedded-server/runtime/walls/wall-remedy.ts';
import { textOf } from '../../../../src-shared/text/message.ts';
import { hasBubblewrap, ordinary, ours } from './support/wall-scene.ts';

const SCRIPT = path.join(import.meta.dirname, 'support/find-wall-here.ts');
const isRoot = process.platform === 'linux' && ours.uid === 0;
/** By a shell of its own: what was there before the users were mapped has lost its rights. */
const FORBIDDEN = 'sh -c "echo 0 > /proc/sys/user/max_user_namespaces"';

async function emptyPlace(): Promise<string> {
  const place = await mkdtemp('/tmp/slipway-find-wall-');
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  await chown(place, ordinary.uid, ordinary.gid);
  return place;
}

/** Maps root and the ordinary user alone, which no command of util-linux does. */
async function mapUsers(child: ChildProcess): Promise<void> {
  for (const name of ['uid_map', 'gid_map']) {
    await writeFile(`/proc/${child.pid}/${name}`, `0 0 1\n${ordinary.uid} ${ordinary.uid} 1\n`);
  }
  child.stdin?.end('mapped\n');
}

/** What an ordinary user finds on a machine that was set up by these commands. */
async function findOn(setUp: readonly string[], place: string): Promise<WallFound> {
  const become = `setpriv --reuid=${ordinary.uid} --regid=${ordinary.gid} --clear-groups`;
  const lines = ['set -e', 'echo there', 'read -r mapped', ...setUp, `exec ${become} "$@"`];
  const inside = ['--user', '--mount', 'sh', '-c', lines.join('\n'), 'sh', process.execPath, SCRIPT, place];
  const child = spawn('unshare', inside, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  // Its namespace is there once it speaks.
  child.stdout.once('readable', () => void mapUsers(child));
  const said = await text(child.stdout);
  await closed;
  return JSON.parse(said.split('\n')[1] ?? '') as WallFound;
}

async function copyOf(tool: string, place: string): Promise<string> {
  const copy = path.join(place, '..', `${path.basename(place)}-${path.basename(tool)}`);
  onTestFinished(() => rm(copy, { force: true }));
  await copyFile(tool, copy);
  return copy;
}

describe.runIf(isRoot && hasBubblewrap)('an ordinary user', () => {
  test('gets no wall where user namespaces are forbidden, with bubblewrap or without, and is told what to allow', async () => {
    const found = await findOn([FORBIDDEN], await emptyPlace());
    if (found.isThere) throw new Error('A wall was built all the same');
    expect(found.why).toMatch(/unshare failed.*; bwrap: /s);
    expect(textOf(found.remedy)).toBe('Allow user namespaces: sudo sysctl user.max_user_namespaces=15000.');
  });

  test('gets one by bubblewrap that is setuid where user namespaces are forbidden', async () => {
    const place = await emptyPlace();
    const copy = await copyOf('/usr/bin/bwrap', place);
    await chmod(copy, 0o4755);
    const found = await findOn([`mount --bind ${copy} /usr/bin/bwrap`, FORBIDDEN], place);
    expect(found).toEqual({ isThere: true, builder: 'setuid-bubblewrap', copy: 'made' });
  });

  // A stand-in for AppArmor, which refuses user namespaces to every program but those with a profile.
  test('gets one by bubblewrap where unshare alone is refused', async () => {
    const place = await emptyPlace();
    const refusing = path.join(place, 'unshare');
    await writeFile(refusing, '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n');
    await chmod(refusing, 0o755);
    const found = await findOn([`mount --bind ${refusing} /usr/bin/unshare`], place);
    expect(found).toEqual({ isThere: true, builder: 'bubblewrap', copy: 'made' });
  });
});

const facts = {
  isRoot: false,
  hasUnshare: true,
  hasBubblewrap: false,
  userNamespaces: '15000',
  userNamespacesClone: undefined,
  apparmorRestricts: undefined,
};

test('what to do says what the system forbids', () => {
  const said = (change: Partial<typeof facts> | object) => textOf(remedyFor({ ...facts, ...change }));
  expect(said({ hasUnshare: false })).toBe('Install util-linux or bubblewrap.');
  expect(said({ userNamespacesClone: '0' })).toContain('sudo sysctl kernel.unprivileged_userns_clone=1');
  expect(said({ apparmorRestricts: '1' })).toMatch(/AppArmor.*bubblewrap/);
  expect(said({ isRoot: true })).toMatch(/container/);
  expect(said({})).toBe('Allow user namespaces for this user, or install bubblewrap.');
});
