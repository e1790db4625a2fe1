// The service on a machine that can isolate nothing, in a process of its own. Prints where it answers as one line of JSON.
import { startServer } from '../../embedded-server/index.ts';
import { messageFor } from '../../src-shared/text/message.ts';

const [dataFolder = ''] = process.argv.slice(2);
const server = await startServer({
  dataFolder,
  port: 0,
  onLog: () => undefined,
  findWall: async () => ({
    isThere: false,
    why: 'this test forbids it',
    remedy: messageFor('isolation.do-install-tools'),
  }),
});
console.log(JSON.stringify({ url: server.url, token: server.token }));
process.once('SIGTERM', () => void server.close());
