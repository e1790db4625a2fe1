// The command line as it is installed: what the npm package and the executable begin with.
import { answersVersion } from './version.ts';

const words = process.argv.slice(2);
if (!answersVersion(words, process)) void import('./main.ts').then(({ runCli }) => runCli(words, process));
