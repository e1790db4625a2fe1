// Another process that keeps remotes and their tokens beside the test: `node keep-remotes-child.ts FOLDER NAME COUNT`. It begins
// when it is told to, and changes everything that can be changed at once.
import { once } from 'node:events';
import { keepMany } from './keep-many.ts';

const [folder = '', name = '', count = ''] = process.argv.slice(2);
process.send?.('ready');
await once(process, 'message');
await keepMany(folder, name, Number(count));
process.disconnect();
