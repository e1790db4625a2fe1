// The options of `slipway serve` that have servers run on nodes.
import { AppError } from '../../src-shared/errors/app-error.ts';
import { bareHost } from '../../src-shared/host-address.ts';
import { slipwayVersion } from '../../src-shared/version.ts';
import type { FleetPlace } from '../core/local-service/headless.ts';

export const fleetOptions = {
  fleet: { type: 'string' },
  'fleet-image': { type: 'string' },
  'fleet-ca': { type: 'string' },
  'fleet-tls-ca': { type: 'string' },
  'fleet-tls-cert': { type: 'string' },
  'fleet-tls-key': { type: 'string' },
} as const;

const IMAGE = `localhost/slipway:${slipwayVersion}`;

export const fleetHelp: readonly (readonly [string, string])[] = [
  [
    '--fleet PLACE',
    'Run servers on the nodes of a Docker Swarm: docker:///run/docker.sock, or tcp://HOST:2376 with TLS',
  ],
  ['--fleet-image IMAGE', `The image of Slipway as its nodes find it (${IMAGE})`],
  ['--fleet-ca FILE', 'Who signs the certificate at the public address, where that is an authority of your own (PEM)'],
  ['--fleet-tls-ca FILE', 'For tcp://: who signed the certificate of the engine (PEM)'],
  ['--fleet-tls-cert FILE', 'The certificate that the engine knows us by (PEM)'],
  ['--fleet-tls-key FILE', 'The key of that certificate (PEM)'],
];

/** With what hosts know the service by. */
export async function withAuthority(
  place: FleetPlace | undefined,
  file: string | undefined,
): Promise<{ fleet?: FleetPlace }> {
  if (place === undefined) return {};
  if (file === undefined) return { fleet: place };
  const { readCaFile } = await import('../core/http/certificate-trust.ts');
  return { fleet: { ...place, ca: await readCaFile(file, 'USAGE') } };
}

type Values = { [Name in keyof typeof fleetOptions]?: string | undefined };

const DEFAULT_PORT = 2376;

export function parseFleet(values: Values): FleetPlace | undefined {
  const { fleet: text, 'fleet-image': image = IMAGE } = values;
  return text === undefined ? undefined : { engine: engineAt(text, values), image };
}

function engineAt(text: string, values: Values): FleetPlace['engine'] {
  const url = URL.parse(text);
  if (url?.protocol === 'docker:' && url.host === '' && url.pathname.length > 1) {
    return { socketPath: decodeURIComponent(url.pathname) };
  }
  if (url?.protocol !== 'tcp:' || url.hostname === '') throw new AppError('USAGE', 'cli.fleet-invalid', { text });
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return { host: bareHost(url.hostname), port, tls: tlsOf(text, values) };
}

function tlsOf(text: string, values: Values) {
  const { 'fleet-tls-ca': caFile, 'fleet-tls-cert': certFile, 'fleet-tls-key': keyFile } = values;
  if (caFile === undefined || certFile === undefined || keyFile === undefined) {
    throw new AppError('USAGE', 'cli.fleet-needs-tls', { text });
  }
  return { caFile, certFile, keyFile };
}
