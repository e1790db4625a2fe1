// node scripts/run.mjs sign-updates KEY.pem dist/latest-linux.yml ...: writes the signature of each list of versions beside it, as
// .sig, with the Ed25519 key whose public half was packed into the app. An app takes no list without one.
import { createPrivateKey, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { SetupError } from './setup/project.mjs';

export async function main([keyFile, ...lists]: string[]): Promise<void> {
  if (keyFile === undefined || lists.length === 0) {
    throw new SetupError(
      'Name the private key and the lists: node scripts/run.mjs sign-updates KEY.pem dist/latest*.yml',
    );
  }
  const key = createPrivateKey(await readFile(keyFile, 'utf8'));
  if (key.asymmetricKeyType !== 'ed25519') throw new SetupError(`${keyFile} is no Ed25519 key.`);
  for (const list of lists) {
    await writeFile(`${list}.sig`, `${sign(null, await readFile(list), key).toString('base64')}\n`);
  }
}
