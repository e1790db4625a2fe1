// Whether this machine has ::1.
import { networkInterfaces } from 'node:os';

export const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
