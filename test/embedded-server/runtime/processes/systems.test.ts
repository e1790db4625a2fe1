// What the tools of other systems print, and the kernel's tables, become rows. The prints are as those systems give them.
import { expect, test } from 'vitest';
import { readCount, settingsFor } from '../../../../embedded-server/runtime/processes/group-limits.ts';
import { findGroupPlaces } from '../../../../embedded-server/runtime/processes/group-places.ts';
import { readAddress } from '../../../../embedded-server/runtime/processes/linux-ports.ts';
import { parseLsof, parsePs } from '../../../../embedded-server/runtime/processes/macos.ts';
import { parseList, parseNetstat } from '../../../../embedded-server/runtime/processes/windows.ts';

test('macOS: ps tells of processes, ended ones left out', () => {
  const printed = [
    '    1     0     1  22016 Ss    12:34.56 Thu Jan  2 03:04:05 2025',
    ' 4711     1  4711   1024 S+  1-02:03:04 Sat Feb 15 10:11:12 2025',
    ' 4712  4711  4711      0 Z      0:00.00 Sat Feb 15 10:11:13 2025',
    '',
  ].join('\n');
  expect(parsePs(printed)).toEqual([
    {
      pid: 1,
      parent: 0,
      group: 1,
      session: 0,
      identity: 'Thu Jan 2 03:04:05 2025',
      cpuMs: 754_560,
      memoryBytes: 22_544_384,
    },
    {
      pid: 4711,
      parent: 1,
      group: 4711,
      session: 0,
      identity: 'Sat Feb 15 10:11:12 2025',
      cpuMs: 93_784_000,
      memoryBytes: 1_048_576,
    },
  ]);
});

test('macOS: lsof tells of ports, callers left out', () => {
  const lines = [
    'p71',
    'f3',
    'PTCP',
    'n*:7777',
    'TST=LISTEN',
    'TQR=0',
    'f4',
    'PTCP',
    'n127.0.0.1:80->127.0.0.1:9',
    'TST=ESTABLISHED',
  ];
  const more = [
    'f5',
    'PUDP',
    'n[::1]:7778',
    'p72',
    'f3',
    'PUDP',
    'n127.0.0.1:5->127.0.0.1:6',
    'f6',
    'PUDP',
    'n*:*',
    '',
  ];
  expect(parseLsof([...lines, ...more].join('\n'))).toEqual(
    new Map([
      [
        71,
        [
          { protocol: 'tcp', address: '0.0.0.0', port: 7777 },
          { protocol: 'udp', address: '::1', port: 7778 },
        ],
      ],
    ]),
  );
});

test('Windows: a process that is older than its parent is the child of another that had the number before', () => {
  const printed =
    '0 0  0 8192\r\n4 0 100 0 1000\r\n700 4 200 25000000 4096\r\n701 700 150 0 10\r\n702 700 300 0 10\r\n';
  const rows = parseList(printed);
  expect(rows.map(({ pid, parent }) => [pid, parent])).toEqual([
    [4, 0],
    [700, 4],
    [701, 0],
    [702, 700],
  ]);
  expect(rows[1]).toMatchObject({ identity: '200', cpuMs: 2500, memoryBytes: 4096 });
});

test('Windows: netstat tells of ports, in any language', () => {
  const printed = [
    'Aktive Verbindungen',
    '  Proto  Lokale Adresse   Remoteadresse   Status      PID',
    '  TCP    0.0.0.0:7777     0.0.0.0:0       ABHÖREN     71',
    '  TCP    127.0.0.1:5000   127.0.0.1:7777  HERGESTELLT 71',
    '  TCP    [::]:7777        [::]:0          ABHÖREN     72',
    '  UDP    [::1]:7778       *:*                         71',
  ].join('\r\n');
  expect(parseNetstat(printed, new Set([71]))).toEqual(
    new Map([
      [
        71,
        [
          { protocol: 'tcp', address: '0.0.0.0', port: 7777 },
          { protocol: 'udp', address: '::1', port: 7778 },
        ],
      ],
    ]),
  );
});

test.each([
  ['0100007F', '127.0.0.1'],
  ['00000000', '0.0.0.0'],
  ['00000000000000000000000001000000', '::1'],
  ['00000000000000000000000000000000', '::'],
  ['0000000000000000FFFF00000100007F', '127.0.0.1'],
  ['000080FE00000000FF005450B6AD1DFE', 'fe80::5054:ff:fe1d:adb6'],
])('Linux: the address %s is %s', (hex, address) => {
  expect(readAddress(hex)).toBe(address);
});

const V1 = [
  '31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755',
  '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct',
  '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
  '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
].join('\n');

test('groups are made below our own, never beside it', () => {
  expect(findGroupPlaces(V1, '2:cpu,cpuacct:/a\n4:memory:/x/y\n0::/z\n')).toEqual({
    version: 1,
    folders: { memory: '/sys/fs/cgroup/memory/x/y', cpu: '/sys/fs/cgroup/cpu,cpuacct/a' },
  });
});

test('within a container the tree may begin at our own group', () => {
  const mount = '35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory';
  const folders = (own: string) => findGroupPlaces(mount, `4:memory:${own}\n`);
  expect(folders('/docker/abc')).toEqual({ version: 1, folders: { memory: '/sys/fs/cgroup/memory' } });
  expect(folders('/docker/abc/in')).toEqual({ version: 1, folders: { memory: '/sys/fs/cgroup/memory/in' } });
  expect(folders('/elsewhere')).toEqual({ version: 1, folders: { memory: '/sys/fs/cgroup/memory' } });
});

test('where there is one tree, the groups above ours are tried too, up to the mount and no further', () => {
  const mount = '30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate';
  expect(findGroupPlaces(mount, '0::/user.slice/app.slice/game.scope\n')).toEqual({
    version: 2,
    candidates: [
      '/sys/fs/cgroup/user.slice/app.slice/game.scope',
      '/sys/fs/cgroup/user.slice/app.slice',
      '/sys/fs/cgroup/user.slice',
      '/sys/fs/cgroup',
    ],
  });
  expect(findGroupPlaces('', '')).toBeUndefined();
});

test('limits are written as each version reads them', () => {
  const limits = { memoryBytes: 1_048_576, millicores: 250, threads: 90 };
  const written = (version: 1 | 2) => {
    const all = (['memory', 'cpu', 'pids'] as const).flatMap((controller) => settingsFor(version, controller, limits));
    return Object.fromEntries(all.map(({ file, value }) => [file, value]));
  };
  expect(written(1)).toMatchObject({
    'memory.limit_in_bytes': '1048576',
    'cpu.cfs_quota_us': '25000',
    'pids.max': '90',
  });
  expect(written(2)).toMatchObject({ 'memory.max': '1048576', 'memory.oom.group': '1', 'cpu.max': '25000 100000' });
  const free = { memoryBytes: undefined, millicores: undefined, threads: 90 };
  expect((['memory', 'cpu'] as const).flatMap((controller) => settingsFor(2, controller, free))).toEqual([]);
  expect(readCount('low 0\noom 4\noom_kill 3\n', 'oom_kill')).toBe(3);
  expect(readCount('', 'oom_kill')).toBe(0);
});
