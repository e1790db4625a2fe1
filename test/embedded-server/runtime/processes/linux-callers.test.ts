// Who made a connection to a port of ours, as Linux tells it.
import { once } from 'node:events';
import net from 'node:net';
import { expect, it } from 'vitest';
import { linuxIdentity } from '../../../../embedded-server/runtime/processes/linux.ts';
import { createLinuxCallers } from '../../../../embedded-server/runtime/processes/linux-callers.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const at = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
const row = (callerPort: number, port: number, inode: number) =>
  `   0: ${at(callerPort)} ${at(port)} 01 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0\n`;

it('reads the tables once for all who ask at the same time', async () => {
  const ports = Array.from({ length: 50 }, (_, nth) => 40_000 + nth);
  const read: string[] = [];
  const find = createLinuxCallers({
    identityOf: () => '',
    readTable: (name) => {
      read.push(name);
      return HEAD + (name === 'tcp' ? ports.map((port) => row(port, 7_000, port)).join('') : '');
    },
  });
  const found = await Promise.all(ports.map((callerPort) => find({ port: 7_000, callerPort })));
  expect(found.every((one) => one !== undefined)).toBe(true);
  expect(read).toEqual(['tcp']);
  // Of one that is gone, both are read.
  expect(await find({ port: 7_000, callerPort: 39_999 })).toBeUndefined();
  expect(read).toEqual(['tcp', 'tcp', 'tcp6']);
});

it.skipIf(process.platform !== 'linux')(
  'knows the process that made a connection from a later one of its number',
  async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const caller = net.connect(port, '127.0.0.1');
    await once(caller, 'connect');
    try {
      const isOf = await createLinuxCallers({ identityOf: linuxIdentity })({ port, callerPort: caller.localPort ?? 0 });
      expect(isOf?.(new Map([[process.pid, linuxIdentity(process.pid)]]))).toBe(true);
      expect(isOf?.(new Map([[process.pid, 'another']]))).toBe(false);
      expect(isOf?.(new Map([[process.ppid, linuxIdentity(process.ppid)]]))).toBe(false);
    } finally {
      caller.destroy();
      server.close();
    }
  },
);
