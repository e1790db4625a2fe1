// Where a packed app asks for newer versions, and whose signature it believes: from SLIPWAY_UPDATE_URL and SLIPWAY_UPDATE_KEY.
import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SetupError } from './setup/project.mjs';

export type UpdatePlace = { url: string; public_key: string };

/** Nothing where none is named: such an app says that it cannot update itself. */
export async function readUpdatePlace(env: NodeJS.ProcessEnv): Promise<UpdatePlace | undefined> {
  const { SLIPWAY_UPDATE_URL: url, SLIPWAY_UPDATE_KEY: keyFile } = env;
  if (url === undefined && keyFile === undefined) return undefined;
  if (url === undefined || keyFile === undefined) {
    throw new SetupError(
      'Updates need both: SLIPWAY_UPDATE_URL, where they are published, and SLIPWAY_UPDATE_KEY, the file of the public key that their lists are signed for.',
    );
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new SetupError(`SLIPWAY_UPDATE_URL has to be an https address, and ${url} is none.`);
  }
  return { url, public_key: readPublicKey(await readFile(keyFile, 'utf8'), keyFile) };
}

function readPublicKey(pem: string, file: string): string {
  if (/PRIVATE KEY/.test(pem))
    throw new SetupError(`${file} is a private key. Name the public one; the app is handed out.`);
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new SetupError(`${file} is no Ed25519 key.`);
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
