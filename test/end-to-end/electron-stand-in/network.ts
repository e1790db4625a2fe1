// The networks that the stand-in's machine is in: its own, and one more when the test says so. The app looks at Node's list of
// them, as Electron tells nobody of a new one.
import { syncBuiltinESMExports } from 'node:module';
import os, { type NetworkInterfaceInfo } from 'node:os';

const own = os.networkInterfaces;

/** From now on the machine has this address as well. */
export function joinNetwork(address: string): void {
  const joined: NetworkInterfaceInfo = {
    address,
    netmask: '255.255.255.0',
    family: 'IPv4',
    mac: '02:00:00:00:00:01',
    internal: false,
    cidr: `${address}/24`,
  };
  os.networkInterfaces = () => ({ ...own(), joined: [joined] });
  syncBuiltinESMExports();
}
