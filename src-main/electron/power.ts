// The machine's sleep and its network: what is sent is paused before a sleep and goes on after it, remotes are tried at once
// over a new network, and a session that ends quits without questions.
import type { App } from 'electron';
import type { Desktop } from '../core/desktop/desktop.ts';
import { watchMachine } from '../core/platform/watch-machine.ts';

type Parts = {
  power: {
    on(event: 'suspend' | 'resume' | 'shutdown', listener: (event?: { preventDefault(): void }) => void): unknown;
  };
  app: Pick<App, 'quit'>;
  desktop: Pick<Desktop, 'suspend' | 'awake'>;
  onProblem(thrown: unknown): void;
};

export function followPower({ power, app, desktop, onProblem }: Parts): { close(): void } {
  const goOn = async () => {
    for (const problem of await desktop.awake()) onProblem(problem);
  };
  const awake = () => void goOn().catch(onProblem);
  power.on('suspend', () => void desktop.suspend().catch(onProblem));
  power.on('resume', awake);
  power.on('shutdown', (event) => {
    // The system waits a moment for the service to stop in good order.
    event?.preventDefault();
    app.quit();
  });
  // Electron tells nobody of a new network.
  return watchMachine({ onAwake: awake, onNetwork: awake });
}
