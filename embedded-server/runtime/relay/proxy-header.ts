// The header of the PROXY protocol, version 2, which tells a server who connects through the relay. Pure.
// https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt, section 2.2.
import { isIPv4, isIPv6 } from 'node:net';

export type Endpoint = { address: string; port: number };

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
/** Version 2, and whether somebody is spoken for: else the connection is our own, and the server takes its real address. */
const SPEAKS_FOR_ANOTHER = 0x21;
const SPEAKS_FOR_ITSELF = 0x20;
const TCP_OVER_IPV4 = 0x11;
const TCP_OVER_IPV6 = 0x21;
const UNSPECIFIED = 0x00;

/** `from` is the player, `to` what the player connected to. Without two addresses of one kind, none is said. */
export function proxyHeader(from: Endpoint, to: Endpoint): Buffer {
  const source = addressBytes(from.address);
  const target = addressBytes(to.address);
  if (source === undefined || target === undefined || source.length !== target.length) return ownProxyHeader();
  const family = source.length === 4 ? TCP_OVER_IPV4 : TCP_OVER_IPV6;
  return header(SPEAKS_FOR_ANOTHER, family, [...source, ...target, ...portBytes(from.port), ...portBytes(to.port)]);
}

/** Of a connection that we make for ourselves, to a server that expects a header on each. */
export function ownProxyHeader(): Buffer {
  return header(SPEAKS_FOR_ITSELF, UNSPECIFIED, []);
}

function header(command: number, family: number, addresses: readonly number[]): Buffer {
  return Buffer.concat([SIGNATURE, Buffer.from([command, family, ...portBytes(addresses.length), ...addresses])]);
}

function portBytes(port: number): number[] {
  return [port >> 8, port & 0xff];
}

/** 4 or 16 bytes. An IPv4 address in the clothes of IPv6, as sockets for both kinds have them, is one of IPv4. */
function addressBytes(text: string): number[] | undefined {
  const [address = ''] = text.split('%'); // the network card, which nobody else can use
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address)) return undefined;
  const bytes = groupsOf(address).flatMap(portBytes);
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12) : bytes;
}

/** The eight numbers of an IPv6 address; `::` stands for as many zeros as are missing. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(partsOf);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** The last part may be written as an IPv4 address. */
function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!isIPv4(part)) return [Number.parseInt(part, 16)];
    const [one = 0, two = 0, three = 0, four = 0] = part.split('.').map(Number);
    return [one * 256 + two, three * 256 + four];
  });
}
