// Reads the list of versions of a plain web server, and believes it only with the signature of whoever packed this app. The list
// names each file with its SHA-512, so a file is as good as the list.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { AppError } from '../../src-shared/errors/app-error.ts';

type Made = ConstructorParameters<typeof GenericProvider>;

/** A server that sends nothing for this long is taken as unreachable. */
const ANSWER_MS = 30_000;

export function readKey(pem: string): KeyObject {
  return createPublicKey(pem);
}

/** The class that electron-updater makes its provider of. */
export async function signedProvider(url: string, key: KeyObject) {
  const { GenericProvider: Plain } = await import('electron-updater/out/providers/GenericProvider.js');
  const { CancellationToken } = await import('electron-updater');
  return class SignedProvider extends Plain {
    constructor(_options: unknown, updater: Made[1], runtime: Made[2]) {
      super({ provider: 'generic', url }, updater, runtime);
    }

    /** The updater would tell the host a number of this machine; nobody needs it. */
    override setRequestHeaders(): void {}

    protected override async httpRequest(list: URL): Promise<string | null> {
      const token = new CancellationToken();
      const timer = setTimeout(() => token.cancel(), ANSWER_MS);
      try {
        const text = (await super.httpRequest(list, null, token)) ?? '';
        const signed = new URL(list);
        signed.pathname += '.sig';
        const signature = await super.httpRequest(signed, null, token).catch((thrown: unknown) => {
          if (isMissing(thrown)) throw unsigned(list.host, thrown);
          throw thrown;
        });
        if (!verify(null, Buffer.from(text), key, Buffer.from(signature ?? '', 'base64'))) throw unsigned(list.host);
        return text;
      } finally {
        clearTimeout(timer);
      }
    }
  };
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 404;
}

function unsigned(host: string, cause?: unknown): AppError {
  return new AppError('UPDATE_UNSIGNED', 'update.unsigned', { host }, { cause });
}
