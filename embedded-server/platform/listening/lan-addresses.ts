// The addresses of this machine in private networks: those that others in the same house or office reach it at, and nobody else.

import { BlockList } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

const privateOnes = new BlockList();
privateOnes.addSubnet('10.0.0.0', 8);
privateOnes.addSubnet('172.16.0.0', 12);
privateOnes.addSubnet('192.168.0.0', 16);

/** Networks of containers and virtual machines: nobody sits there. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc|vEthernet)/i;

type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;

/** Those of real networks first. */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  return Object.entries(interfaces)
    .toSorted(([a], [b]) => Number(VIRTUAL.test(a)) - Number(VIRTUAL.test(b)))
    .flatMap(([, addresses = []]) =>
      addresses
        .filter(({ family, internal, address }) => family === 'IPv4' && !internal && privateOnes.check(address))
        .map(({ address }) => address),
    );
}
