// Filling in the templates of a build, in folders of real files, hostile ones among them.
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillTemplateFiles } from '../../../../embedded-server/runtime/server-runs/fill-template-files.ts';
import { MOST_TEMPLATE_BYTES } from '../../../../src-shared/service/places.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const values = {
  ports: new Map([
    ['game', 7000],
    ['query', 7001],
  ]),
  host: '127.0.0.1',
  logdir: '/logs',
};

async function makeScene(original = 'port {port} query {port:query} on {host} logs {logdir} {own}') {
  const root = await makeTempFolder('templates');
  const build = path.join(root, 'build');
  const folder = path.join(root, 'own');
  await mkdir(path.join(build, 'cfg'), { recursive: true });
  await mkdir(folder);
  await writeFile(path.join(build, 'cfg/server.cfg'), original);
  const fill = (name = './cfg/server.cfg', keep: string[] = [], now = values) =>
    fillTemplateFiles({ build, folder, templates: [name], keep }, now);
  return { root, build, folder, fill, mine: path.join(folder, 'cfg/server.cfg') };
}

test('a server gets a filled copy with the mode of the original, which stays as it is', async () => {
  const { build, fill, mine } = await makeScene();
  const original = path.join(build, 'cfg/server.cfg');
  await chmod(original, 0o640);
  await fill();
  expect(await readFile(mine, 'utf8')).toBe('port 7000 query 7001 on 127.0.0.1 logs /logs {own}');
  expect(await readFile(original, 'utf8')).toContain('{port}');
  if (process.platform !== 'win32') expect((await stat(mine)).mode & 0o777).toBe(0o640);
});

test('another start with other ports fills from the original again', async () => {
  const { fill, mine } = await makeScene();
  await fill();
  await writeFile(mine, 'what the server made of it');
  await fill(undefined, [], {
    ...values,
    ports: new Map([
      ['game', 8000],
      ['query', 8001],
    ]),
  });
  expect(await readFile(mine, 'utf8')).toContain('port 8000 query 8001');
});

test('no link leads out of the build or the folder of the server', async () => {
  const outside = async () => {
    const scene = await makeScene();
    const secret = path.join(scene.root, 'secret');
    await mkdir(secret);
    await writeFile(path.join(secret, 'server.cfg'), 'token');
    return { ...scene, secret };
  };
  const file = await outside();
  await symlink(path.join(file.secret, 'server.cfg'), path.join(file.build, 'link.cfg'));
  await expect(file.fill('link.cfg')).rejects.toThrow(/link\.cfg cannot be filled in: It is a link/);
  await symlink(file.secret, path.join(file.build, 'linked'));
  await expect(file.fill('linked/server.cfg')).rejects.toThrow(/It is a link, or lies behind one/);

  const parent = await outside();
  await symlink(parent.secret, path.join(parent.folder, 'cfg'));
  await expect(parent.fill()).rejects.toThrow(/It is a link, or lies behind one/);
  expect(await readFile(path.join(parent.secret, 'server.cfg'), 'utf8')).toBe('token');

  const target = await outside();
  await mkdir(path.join(target.folder, 'cfg'));
  await symlink(path.join(target.secret, 'server.cfg'), target.mine);
  await target.fill();
  expect(await readFile(path.join(target.secret, 'server.cfg'), 'utf8'), 'the link is replaced').toBe('token');
  expect(await readFile(target.mine, 'utf8')).toContain('port 7000');
});

test.each([
  ['is not there', 'other.cfg', 'x', /It is not in this build/],
  ['is in a folder that is not there', 'no/other.cfg', 'x', /It is not in this build/],
  ['is a folder', 'cfg', 'x', /It is not a file/],
  ['has zeros', 'cfg/server.cfg', 'a\0b', /It is not UTF-8 text/],
  ['is too large', 'cfg/server.cfg', ' '.repeat(MOST_TEMPLATE_BYTES + 1), /It has 1\.0 MB, and at most 1\.0 MB/],
  ['wants a port that there is not', 'cfg/server.cfg', '{port:rcon}', /\{port:rcon\}.*game, query/],
])('a template that %s is refused in a sentence', async (_, name, text, sentence) => {
  const { fill } = await makeScene(text);
  await expect(fill(name)).rejects.toThrow(sentence);
});

test('bytes that are no UTF-8 are refused, and a byte order mark stays', async () => {
  const { build, fill, mine } = await makeScene('\uFEFFport {port}');
  await fill();
  expect(await readFile(mine, 'utf8')).toBe('\uFEFFport 7000');
  await writeFile(path.join(build, 'cfg/server.cfg'), Buffer.from([0x70, 0xff, 0xfe]));
  await expect(fill()).rejects.toThrow(/not UTF-8 text/);
});

test('a template in a kept folder is refused: it belongs to all servers after this one', async () => {
  const { fill } = await makeScene();
  await expect(fill('cfg/server.cfg', ['cfg/'])).rejects.toThrow(/It lies in cfg, which is kept/);
});
