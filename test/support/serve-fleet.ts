// The service with hosts as processes of this machine, in a process of its own. Prints where it answers as one line of JSON.
import { startServer } from '../../embedded-server/index.ts';
import { processFleet } from './process-fleet.ts';

const [dataFolder = '', fleetFolder = '', port = '0', from = '0', to = '0'] = process.argv.slice(2);
const server = await startServer({
  dataFolder,
  port: Number(port),
  onLog: () => undefined,
  fleet: { driver: processFleet(fleetFolder, { from: Number(from), to: Number(to) }) },
});
console.log(JSON.stringify({ url: server.url, token: server.token }));
process.once('SIGTERM', () => void server.close());
