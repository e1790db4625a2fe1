// Keeps tokens sealed by the system's keychain, as far as there is one: Electron says which, and a person is told.

import path from 'node:path';
import { safeStorage } from 'electron';
import type { SecretsView } from '../../src-shared/host/bridge.ts';
import { createFileSecrets, describeFile, type Secrets } from '../core/host/secrets.ts';

const keychains: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the Keychain of macOS',
  win32: 'your Windows account',
};

/** Answered once the app is ready, as Electron's keychain is. */
export function createKeychainSecrets(folder: string): Secrets {
  if (!isSealing()) {
    const file = path.join(folder, 'secrets.json');
    return createFileSecrets({ file, describe: () => withoutKeychain(file) });
  }
  return createFileSecrets({
    file: path.join(folder, 'secrets-sealed.json'),
    describe: () => ({
      kind: 'keychain',
      sentence: `Tokens are encrypted with ${keychains[process.platform] ?? 'the keyring of this desktop'}.`,
    }),
    sealing: {
      seal: (value) => safeStorage.encryptString(value).toString('base64'),
      open: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
    },
  });
}

/** On Linux without a keyring Electron would "encrypt" with a key that everybody knows. That is not told as safe. */
function isSealing(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

function withoutKeychain(file: string): SecretsView {
  return { kind: 'file', sentence: `This desktop has no keychain. ${describeFile(file).sentence}` };
}
