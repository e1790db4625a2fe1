// What a server may do behind a wall of macOS, read as the sandbox reads it: all is forbidden first, and the last rule counts.
import { expect, test } from 'vitest';
import { type SandboxPlaces, sandboxProfile } from '../../../../embedded-server/runtime/walls/sandbox-profile.ts';

const places: SandboxPlaces = {
  own: ['/Users/ada/data/servers/a', '/Users/ada/data/servers/a.wall/tmp', '/Users/ada/data/kept/n/1/files/world'],
  runtimes: ['/Users/ada/.nvm/versions/24/bin'],
  hidden: '/Users/ada/data',
  above: ['/Users', '/Users/ada', '/Users/ada/data', '/Users/ada/data/servers'],
};

/** Answers with the last rule that fits: for paths by `literal` and `subpath`, for names by `global-name` and its like. */
function judge(operation: string, what: string, of = places): boolean {
  const { text, parameters } = sandboxProfile(of);
  const values = new Map(parameters.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
  const filled = text.replaceAll(/\(param "(\w+)"\)/g, (_, name: string) => JSON.stringify(values.get(name)));
  let isAllowed = false;
  for (const line of filled.split('\n')) {
    const [, verdict, rest = ''] = /^\((allow|deny) (.*)\)$/.exec(line) ?? [];
    const operations = rest.replace(/ ?\(.*$/, '').split(' ');
    const fits = operations.some(
      (one) => one === 'default' || new RegExp(`^${one.replace('*', '.*')}$`).test(operation),
    );
    if (verdict !== undefined && fits && filtersFit(rest, what)) isAllowed = verdict === 'allow';
  }
  return isAllowed;
}

function filtersFit(rule: string, what: string): boolean {
  const filters = [...rule.matchAll(/\((literal|subpath|[a-z-]*name|target|remote ip|local ip) "?(.*?)"?\)/g)];
  return (
    filters.length === 0 ||
    filters.some(([, kind, value = '']) => (kind === 'subpath' ? `${what}/`.startsWith(`${value}/`) : value === what))
  );
}

test('a server changes what is its own, and keeps what it is to keep', () => {
  for (const folder of places.own) {
    for (const operation of ['file-read-data', 'file-write-data', 'file-write-unlink', 'process-exec']) {
      expect([operation, judge(operation, `${folder}/bin/game`)]).toEqual([operation, true]);
    }
  }
  expect(judge('file-write-setugid', places.own[0] ?? ''), 'with no rights of another user').toBe(false);
});

test.each([
  ['the data folder', '/Users/ada/data'],
  ['the token of its owner', '/Users/ada/data/owner-token'],
  ['another server', '/Users/ada/data/servers/b/world.dat'],
  ['one whose name begins as its own', '/Users/ada/data/servers/a2/world.dat'],
  ['the home folder', '/Users/ada/.ssh/id_ed25519'],
  ['the keychain of its user', '/Users/ada/Library/Keychains/login.keychain-db'],
  ['the keychain of the system', '/Library/Keychains/System.keychain'],
  ['temporary files of others', '/private/tmp/other'],
  ['the home folder by its other name', '/System/Volumes/Data/Users/ada/.ssh/id_ed25519'],
  ['a database of the same user', '/opt/homebrew/var/postgresql@17/base/1'],
  ['sockets of the system', '/private/var/run/docker.sock'],
])('a server reaches nothing of %s', (_, file) => {
  for (const operation of ['file-read-data', 'file-write-data', 'process-exec', 'network-outbound']) {
    expect([operation, judge(operation, file)]).toEqual([operation, false]);
  }
});

test('a server runs programs of the system and the one that runs it, and changes neither', () => {
  for (const file of ['/bin/sh', '/usr/bin/env', '/opt/homebrew/bin/python3', `${places.runtimes[0]}/node`]) {
    expect([file, judge('file-read-data', file), judge('process-exec', file)]).toEqual([file, true, true]);
    expect([file, judge('file-write-data', file)]).toEqual([file, false]);
  }
  expect(judge('file-read-metadata', '/Users/ada'), 'the way there').toBe(true);
  expect(judge('file-read-data', '/Users/ada'), 'and no more of it').toBe(false);
});

test('our data stay closed below a folder that may be read', () => {
  const of = { ...places, runtimes: ['/Users/ada'] };
  expect(judge('file-read-data', '/Users/ada/game-runtime', of)).toBe(true);
  expect(judge('file-read-data', '/Users/ada/data/owner-token', of)).toBe(false);
  expect(judge('file-read-data', '/Users/ada/data/servers/a/file', of)).toBe(true);
});

test('a server signals and looks into its own processes alone, and asks no service that keeps secrets', () => {
  expect(judge('signal', 'same-sandbox')).toBe(true);
  expect(judge('process-info-pidinfo', 'same-sandbox')).toBe(true);
  for (const operation of ['signal', 'process-info-pidinfo']) expect(judge(operation, 'others')).toBe(false);
  expect(judge('sysctl-read', 'hw.ncpu')).toBe(true);
  expect(judge('sysctl-read', 'kern.procargs2'), 'the variables of the service').toBe(false);
  expect(judge('mach-lookup', 'com.apple.system.opendirectoryd.libinfo')).toBe(true);
  for (const name of ['com.apple.SecurityServer', 'com.apple.securityd.xpc', 'com.apple.pasteboard.1']) {
    expect([name, judge('mach-lookup', name)]).toEqual([name, false]);
  }
  for (const operation of ['mach-register', 'mach-priv-task-port', 'iokit-open', 'appleevent-send', 'lsopen']) {
    expect([operation, judge(operation, '')]).toEqual([operation, false]);
  }
});

test('a server uses the network', () => {
  for (const operation of ['network-outbound', 'network-inbound', 'network-bind']) {
    expect([operation, judge(operation, '*:*')]).toEqual([operation, true]);
  }
});

test.each([`it's "so"`, 'back\\slash', 'a) (allow default', 'line\nend', '(param "OWN0")', 'a=b'])(
  'the name %s is never read as a rule',
  (name) => {
    const folder = `/Users/ada/${name}`;
    const { text, parameters } = sandboxProfile({ ...places, own: [folder], runtimes: [folder], hidden: folder });
    expect(text).not.toContain(folder);
    expect(text).toBe(sandboxProfile({ ...places, own: ['/x'], runtimes: ['/y'], hidden: '/z' }).text);
    expect(parameters).toEqual(expect.arrayContaining([`OWN0=${folder}`, `RUNTIME0=${folder}`, `HIDDEN0=${folder}`]));
  },
);
