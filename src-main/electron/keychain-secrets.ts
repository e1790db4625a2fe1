// Keeps tokens sealed by the system's keychain, as far as there is one: Electron says which, and a person is told.

import path from 'node:path';
import { safeStorage } from 'electron';
import type { SecretsView } from '../../src-shared/host/bridge.ts';
import { type Message, messageFor } from '../../src-shared/text/message.ts';
import { createBothSecrets } from '../core/host/both-secrets.ts';
import { createFileSecrets, describeFile, type Secrets } from '../core/host/secrets.ts';

const keychains: Partial<Record<NodeJS.Platform, Message>> = {
  darwin: messageFor('keychain.macos'),
  win32: messageFor('keychain.windows'),
};

/** Asked once the app is ready, as Electron's keychain is. */
export async function createKeychainSecrets(folder: string): Promise<Secrets> {
  const file = path.join(folder, 'secrets.json');
  if (!(await isSealing())) return createFileSecrets({ file, describe: () => withoutKeychain(file) });
  const sealed = createFileSecrets({
    file: path.join(folder, 'secrets-sealed.json'),
    describe: () => ({
      kind: 'keychain',
      sentence: messageFor('token.encrypted', {
        keychain: keychains[process.platform] ?? messageFor('keychain.desktop'),
      }),
    }),
    sealing: {
      seal: async (value) => (await safeStorage.encryptStringAsync(value)).toString('base64'),
      open: async (kept) => {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'));
        return { value: result, isOld: shouldReEncrypt };
      },
    },
  });
  return createBothSecrets(sealed, createFileSecrets({ file, describe: () => describeFile(file) }));
}

/** On Linux without a keyring Electron would "encrypt" with a key that everybody knows. That is not reported as safe. */
async function isSealing(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

function withoutKeychain(file: string): SecretsView {
  return { kind: 'file', sentence: messageFor('token.no-keychain', { kept: describeFile(file).sentence }) };
}
