// `slipway host`: runs one server for a service that is elsewhere. Started by that service's fleet, with a token for this server alone.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '../../src-shared/errors/app-error.ts';
import { stopSignal } from '../core/platform/stop-signal.ts';
import { needed, parsePorts, readArguments } from './arguments.ts';
import type { Command } from './help.ts';

/** In its environment, as other programs of a machine read the arguments of all. */
const TOKEN = 'SLIPWAY_HOST_TOKEN';
/** As its driver hands it over: the certificates themselves. */
const CA = 'SLIPWAY_HOST_CA';

export const host: Command = {
  name: 'host',
  summary: 'Run one server for a service with a fleet, which starts this by itself',
  usage:
    'host --service URL [--ca FILE] [--cache DIR] [--folder DIR] [--server-ports A-B] [--address HOST] [--in-container]',
  options: [
    ['--service URL', `Where the service is; ${TOKEN} holds the token for the one server`],
    [
      '--ca FILE',
      `Who signed the certificate of the service, where that is no public authority (PEM); else what ${CA} holds`,
    ],
    ['--cache DIR', 'Where builds are kept for all hosts of this node'],
    ['--folder DIR', 'Where the server runs; gone with it'],
    ['--server-ports A-B', 'The ports that the server is given (20000-29999)'],
    ['--address HOST', 'Where players reach this node; else the address that it reaches the service from'],
    ['--in-container', 'It is in a container of its own, which isolates the server'],
  ],
  run: async (args, io) => {
    const { values } = readArguments('host', args, {
      service: { type: 'string' },
      ca: { type: 'string' },
      cache: { type: 'string' },
      folder: { type: 'string' },
      'server-ports': { type: 'string' },
      address: { type: 'string' },
      'in-container': { type: 'boolean', default: false },
    });
    const serviceUrl = needed('host', '--service', values.service);
    const token = io.env[TOKEN];
    if (token === undefined || token === '') throw new AppError('USAGE', 'cli.host-needs-token', { name: TOKEN });
    const ca = values.ca === undefined ? io.env[CA] : await readCa(values.ca);
    // What it runs inherits nothing of it.
    for (const name of [TOKEN, CA]) delete io.env[name];
    const { startHost } = await import('../core/local-service/fleet-host.ts');
    const { ownNode } = await import('../core/platform/own-node.ts');
    const folder = values.folder ?? (await mkdtemp(path.join(tmpdir(), 'slipway-host-')));
    const running = startHost({
      serviceUrl,
      token,
      ca,
      folder: path.resolve(folder),
      cache: path.resolve(values.cache ?? path.join(folder, 'cache')),
      nodeProgram: (await ownNode(io.env)) ?? process.execPath,
      serverPorts: parsePorts(values['server-ports']),
      address: values.address,
      isContained: values['in-container'],
      onLog: (entry) => io.stderr.write(`${JSON.stringify(entry)}\n`),
    });
    void stopSignal(io).then(running.stop);
    await running.ended;
  },
};

/** Loaded for this alone: a host starts without it. */
async function readCa(file: string): Promise<string> {
  const { readCaFile } = await import('../core/http/certificate-trust.ts');
  return await readCaFile(file, 'USAGE');
}
