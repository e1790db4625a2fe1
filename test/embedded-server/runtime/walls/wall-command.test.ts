// What a program finds behind a wall, by each builder and user.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findWall } from '../../../../embedded-server/runtime/walls/find-wall.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';
import { OWN_UID, runProgram, runScript, startProgram, wallScene, walls } from './support/wall-scene.ts';

describe.runIf(process.platform === 'linux')('a wall', () => {
  for (const { canBuild, title, user, kind } of walls) {
    test.runIf(canBuild)(`by ${title} keeps changes to its folder`, async () => {
      const made = await wallScene(user, kind);
      const { exit, text } = await runScript(made, 'cat file; echo after > file; mkdir new; ls; exit 5');
      expect(text).toContain('before');
      expect(exit).toEqual({ code: 5, signal: null });
      expect(await readFile(path.join(made.folder, 'file'), 'utf8')).toBe('after\n');
      expect((await stat(path.join(made.folder, 'new'))).isDirectory()).toBe(true);
      if (kind.copy === 'overlay') expect(await readFile(path.join(made.build, 'file'), 'utf8')).toBe('before');
    });
  }

  for (const { canBuild, title, user, kind } of walls.filter(({ kind: { builder, copy } }) =>
    builder === 'unshare' ? copy === 'overlay' : true,
  )) {
    test.runIf(canBuild)(`by ${title} shows no other folder and no other process, and lends no rights`, async () => {
      const made = await wallScene(user, kind);
      const look = `ls ..; ls -d /proc/[0-9]* | wc -l; ls /root /home /var/lib /run/user; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status; id -u; mount -t tmpfs none /tmp; kill -9 ${process.pid}; touch /etc/planted`;
      const { text } = await runScript(made, look);
      expect(text).toMatch(/^server\n[1-9]\n/);
      expect(text.match(/No such file or directory/g)).toHaveLength(4);
      expect(text).toMatch(/CapEff:\t0{16}\nCapBnd:\t\w{16}\nNoNewPrivs:\t1\n/);
      expect(text).toContain(`${user.uid === 0 ? OWN_UID : user.uid}\n`);
      expect(text).toMatch(/mount: .*(denied|superuser)/);
      expect(text).toMatch(/No such process/);
      expect(text).toMatch(/\/etc\/planted.*(Read-only|denied)/);
    });

    test.runIf(canBuild)(
      `by ${title} sets variables only for the program, whatever their names and texts are`,
      async () => {
        const made = await wallScene(user, kind);
        const texts = { PLAIN: `it's "so" $HOME`, 'odd.name': 'one\ntwo', LD_PRELOAD: '/planted.so' };
        const { text } = await runProgram(made, ['/usr/bin/env'], texts);
        // Said by what sets the odd name, and by the program: nothing that builds the wall was asked to load it.
        const warning = /^ERROR: ld\.so: .*planted\.so.*\n/gm;
        expect(text.match(warning)).toHaveLength(2);
        const lines = text.replaceAll(warning, '').split('\n').toSorted();
        expect(lines).toEqual(['', 'LD_PRELOAD=/planted.so', `PLAIN=${texts.PLAIN}`, 'odd.name=one', 'two']);
      },
    );

    test.runIf(canBuild)(`by ${title} shows nothing of the system that its mount would let one write to`, async () => {
      const made = await wallScene(user, kind);
      const writable =
        '$5 ~ "^/(sys|usr|etc|opt)(/|$)" { last[$5] = $6 } END { for (at in last) if (last[at] !~ /^ro/) print at }';
      const { text } = await runScript(made, `awk '${writable}' /proc/self/mountinfo; ls -d /sys/fs/cgroup`);
      expect(text).toBe('/sys/fs/cgroup\n');
    });

    test.runIf(canBuild)(`by ${title} says which signal ended the program`, async () => {
      const made = await wallScene(user, kind);
      const { exit, text } = await runScript(made, 'kill -SEGV $$');
      expect(exit).toEqual({ code: null, signal: 'SIGSEGV' });
      expect(text, 'nothing in the log that the program did not write').toBe('');
    });

    test.runIf(canBuild)(`by ${title} collects orphans after the program has ended, as it does before`, async () => {
      const made = await wallScene(user, kind);
      // The last one looks at what is left of those that ended with nobody to wait for them.
      const orphan = 'for one in 1 2 3; do (sleep 0.05 &); done';
      const look = `sleep 0.5; grep -l "^State:.Z" /proc/[0-9]*/status | wc -l; echo looked`;
      const { text, exit } = await startProgram(made, ['/bin/sh', '-c', `${orphan}; (sh -c '${look}' &); exit 0`]);
      expect(await exit).toEqual({ code: 0, signal: null });
      await until(async () => text().includes('looked'), 'what it left running');
      expect(text()).toBe('0\nlooked\n');
    });

    test.runIf(canBuild)(`by ${title} shows nothing of our data below a folder that it shows`, async () => {
      const made = await wallScene(user, kind);
      const data = path.dirname(made.folder);
      await writeFile(path.join(data, 'owner-token'), 'secret', { mode: 0o644 });
      await mkdir(path.join(data, 'other'));
      const wall = { ...made.wall, runtimes: [data], hidden: data };
      const { text } = await runScript({ ...made, wall }, 'ls -A ..; cat ../owner-token 2>&1; cat file');
      expect(text).toMatch(/^server\ncat: .*No such file or directory\nbefore$/);
    });
  }

  test('is found by building one', async () => {
    expect(await findWall(await makeTempFolder('find wall'))).toEqual({
      isThere: true,
      builder: 'unshare',
      copy: 'overlay',
    });
  });

  test('gets its copies made where the name of the folder can be no part of an overlay', async () => {
    expect(await findWall(await makeTempFolder('find,wall'))).toEqual({
      isThere: true,
      builder: 'unshare',
      copy: 'made',
    });
  });
});
