// The command line of the bundle, as `npm run slipway` runs it from source.
import { runCli } from '../../src-main/cli/main.ts';

await runCli(process.argv.slice(2), process);
