// Gathers the links and files that the system hands to the app, in whichever way it does, also before the core is there.
// main.ts registers the app for its links.
import type { App } from 'electron';
import { type RelaunchArguments, readRelaunchArguments } from '../core/desktop/relaunch-arguments.ts';

export type Outside = {
  /** What this start of the app was given, for the one that runs already. */
  readonly given: RelaunchArguments;
  /** From here on each is handed over, those that came before too. */
  open(take: (given: RelaunchArguments) => void): void;
};

type Parts = {
  app: Pick<App, 'on'>;
  argv: readonly string[];
  cwd: string;
  /** The app was started again; the window comes up. */
  onAgain(given: RelaunchArguments): void;
};

export function createOpenedFromOutside({ app, argv, cwd, onAgain }: Parts): Outside {
  const given: RelaunchArguments = { words: argv.slice(1).filter((word) => !word.startsWith('-')), from: cwd };
  let early: RelaunchArguments[] = [given];
  let take = (found: RelaunchArguments): void => void early.push(found);
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    const found = readRelaunchArguments(data);
    onAgain(found);
    take(found);
  });
  // macOS hands links and files to the app that runs, and to the one it starts before that is ready.
  const one = (event: { preventDefault(): void }, word: string) => {
    event.preventDefault();
    const found = { words: [word], from: cwd };
    onAgain(found);
    take(found);
  };
  app.on('open-url', one);
  app.on('open-file', one);
  return {
    given,
    open: (taker) => {
      take = taker;
      for (const found of early) taker(found);
      early = [];
    },
  };
}
