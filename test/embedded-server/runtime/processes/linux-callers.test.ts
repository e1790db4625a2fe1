// Who made a connection to a port of ours, as Linux tells it.
import { once } from 'node:events';
import net from 'node:net';
import { expect, it } from 'vitest';
import { linuxIdentity } from '../../../../embedded-server/runtime/processes/linux.ts';
import { createLinuxCallers } from '../../../../embedded-server/runtime/processes/linux-callers.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const at = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
const at6 = (port: number) => at(port).replace('0100007F', '00000000000000000000000001000000');
const row = (callerPort: number, port: number, inode: number, place = at) =>
  `   0: ${place(callerPort)} ${place(port)} 01 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0\n`;

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
  const found = await Promise.all(ports.map((callerPort) => find({ address: '127.0.0.1', port: 7_000, callerPort })));
  expect(found.every((one) => one !== undefined)).toBe(true);
  expect(read).toEqual(['tcp']);
  // Of one that is gone, both are read.
  expect(await find({ address: '127.0.0.1', port: 7_000, callerPort: 39_999 })).toBeUndefined();
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
      const find = createLinuxCallers({ identityOf: linuxIdentity });
      const isOf = await find({ address: '127.0.0.1', port, callerPort: caller.localPort ?? 0 });
      expect(isOf?.(new Map([[process.pid, linuxIdentity(process.pid)]]))).toBe(true);
      expect(isOf?.(new Map([[process.pid, 'another']]))).toBe(false);
      expect(isOf?.(new Map([[process.ppid, linuxIdentity(process.ppid)]]))).toBe(false);
    } finally {
      caller.destroy();
      server.close();
    }
  },
);

it('takes one at ::1 and one at 127.0.0.1 for two, whatever their ports, and reads only the table of the first for it', async () => {
  const read: string[] = [];
  const find = createLinuxCallers({
    identityOf: () => '',
    readTable: (name) => {
      read.push(name);
      return HEAD + (name === 'tcp' ? row(40_000, 7_000, 1) : row(40_001, 7_000, 2, at6));
    },
  });
  expect(await find({ address: '::1', port: 7_000, callerPort: 40_000 })).toBeUndefined();
  expect(await find({ address: '::1', port: 7_000, callerPort: 40_001 })).toBeDefined();
  expect(read).toEqual(['tcp6', 'tcp6']);
  expect(await find({ address: '127.0.0.1', port: 7_000, callerPort: 40_001 })).toBeUndefined();
});
