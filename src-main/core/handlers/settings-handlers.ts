// Answers the window's call about settings, and lets what changed take effect, also where another process changed it.
import type { CallHandlers } from '../../../src-shared/bridge/serve.ts';
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';
import type { Settings, SettingsChange, settingsCalls, settingsTopics } from '../../../src-shared/settings/bridge.ts';
import type { Secrets } from '../host/secrets.ts';
import { readCaFile } from '../http/certificate-trust.ts';
import type { InstanceService } from '../instances/instance-service.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { SettingsService } from '../settings/settings-service.ts';

type Contract = { calls: typeof settingsCalls; topics: typeof settingsTopics };
type Parts = { settings: SettingsService; instances: InstanceService };

/** `canKeep`: the service can have a process of its own here. Elsewhere who hosts on is the shell's business. */
export function settingsHandlers({ settings, instances }: Parts, canKeep: boolean): CallHandlers<Contract> {
  return {
    'settings.set': async (change) => {
      await check(change);
      const [before, after] = [settings.get(), settings.set(change)];
      const isKept = canKeep && after.keep_hosting !== before.keep_hosting;
      const isMoved = after.service_port !== before.service_port || isKept;
      if (isMoved) await instances.start();
      if (after.ca_file !== before.ca_file) await instances.reconnectRemotes();
      return after;
    },
  };
}

/** A file that is of no use is not kept. */
async function check({ ca_file: file = '' }: SettingsChange): Promise<void> {
  if (file !== '') await readCaFile(file);
}

type Outside = Parts & { settingsFile: SettingsFile; secrets: Secrets; onProblem(problem: AppError): void };

/** Follows what other processes write, the command line say, until the answer is called. */
export function followOutside(parts: Outside): () => void {
  const { settings, instances, settingsFile, secrets, onProblem } = parts;
  const report = (work: Promise<unknown>) => void work.catch((thrown: unknown) => onProblem(asAppError(thrown)));
  const ends = [
    settingsFile.follow(() => {
      const before = settings.readAgain();
      report(takeEffect(parts, before).then(instances.settle));
    }),
    secrets.follow(() => report(instances.lookAtTokens())),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** A port waits for the next start of Local: a file that changed is no reason to end the servers that people play on. */
async function takeEffect({ settings, instances }: Parts, before: Settings): Promise<void> {
  if (settings.get().ca_file !== before.ca_file) await instances.reconnectRemotes();
}
