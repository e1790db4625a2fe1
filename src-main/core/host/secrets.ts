// Keeps the tokens of instances in a file of the app's folder that only its user may read. A shell with a keychain seals
// each value with it first. Tokens are kept here and nowhere else.
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../../../embedded-server/platform/durable/write-durably.ts';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import type { SecretsView } from '../../../src-shared/host/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { createTurnsOf } from '../../../src-shared/turns.ts';
import { followFile } from '../platform/storage/file-changes.ts';
import { whileLockedAsync } from '../platform/storage/file-lock.ts';

export type Secrets = {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** How safe what is kept here is, to be reported as it is. */
  describe(): SecretsView;
  /** Called when others may be kept, whoever changed them, until the answer is called. */
  follow(onChange: () => void): () => void;
};

/** What a keychain does with a value. Both fail when it cannot be used. `isOld`: it wants to seal the value again. */
export type Sealing = {
  seal(value: string): Promise<string>;
  open(sealed: string): Promise<{ value: string; isOld: boolean }>;
};

export type SecretsOptions = { file: string; describe: () => SecretsView; sealing?: Sealing };

export function createFileSecrets({ file, describe, sealing }: SecretsOptions): Secrets {
  const inTurn = createTurnsOf(1);
  /** Changes take turns, and each begins with what is on disk: another Slipway may have written there. */
  const change = (edit: (secrets: Map<string, string>) => void) => inTurn(() => rewrite(file, edit));
  const set = async (name: string, value: string) => {
    const kept = sealing === undefined ? value : await seal(sealing, value);
    await change((secrets) => secrets.set(name, kept));
  };
  return {
    get: async (name) => {
      const kept = (await inTurn(() => readSecrets(file))).get(name);
      if (kept === undefined || sealing === undefined) return kept;
      const { value, isOld } = await unseal(sealing, kept);
      if (isOld) await set(name, value);
      return value;
    },
    set,
    remove: (name) => change((secrets) => secrets.delete(name)),
    describe,
    follow: (onChange) => followFile(file, onChange),
  };
}

async function rewrite(file: string, edit: (secrets: Map<string, string>) => void): Promise<void> {
  await whileLockedAsync(file, async () => {
    const secrets = await readSecrets(file);
    edit(secrets);
    await writeDurably(file, `${JSON.stringify(Object.fromEntries(secrets), null, 2)}\n`);
  }).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    const sentence = messageFor('token.file-not-writable', { file, why: systemReason(cause) });
    throw new AppError('SECRETS_UNAVAILABLE', sentence, { cause });
  });
}

/** The words for a plain file. */
export function describeFile(file: string): SecretsView {
  const sentence =
    process.platform === 'win32' ? messageFor('token.on-windows', { file }) : messageFor('token.in-file', { file });
  return { kind: 'file', sentence };
}

async function unseal(sealing: Sealing, kept: string): Promise<{ value: string; isOld: boolean }> {
  try {
    return await sealing.open(kept);
  } catch (cause) {
    throw new AppError('SECRETS_UNAVAILABLE', 'token.keychain-locked', {}, { cause });
  }
}

async function seal(sealing: Sealing, value: string): Promise<string> {
  try {
    return await sealing.seal(value);
  } catch (cause) {
    throw new AppError('SECRETS_UNAVAILABLE', 'token.keychain-refuses', {}, { cause });
  }
}

async function readSecrets(file: string): Promise<Map<string, string>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError('not an object');
    const texts = Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new Map(texts);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return new Map();
    const why = cause instanceof SyntaxError ? messageFor('token.file-damaged') : systemReason(cause);
    throw new AppError('SECRETS_UNAVAILABLE', 'token.file-unusable', { file, why }, { cause });
  }
}
