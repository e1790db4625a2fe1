// The command line as it is installed: what the npm package and the executable begin with.
import { answersVersion } from './version.ts';

const words = process.argv.slice(2);

async function run(): Promise<void> {
  // A fleet starts hosts by the hundred, and no person does: each loads what it needs and no other command.
  if (words[0] === 'host' && !words.includes('--help') && !words.includes('-h')) {
    const [{ host }, { runSafely }] = await Promise.all([import('./host.ts'), import('./run-safely.ts')]);
    await runSafely(words, process, () => host.run(words.slice(1), process));
  } else {
    const { runCli } = await import('./main.ts');
    await runCli(words, process);
  }
}

if (!answersVersion(words, process)) void run();
