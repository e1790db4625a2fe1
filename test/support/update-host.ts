// A plain web server that publishes versions of the app, as whoever packs Slipway would; a test says what is wrong with it.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

export type Published = {
  version: string;
  file: Buffer;
  /** What is said about the file, if not the truth. */
  sha512?: string;
  /** The list itself, if not one that fits. */
  list?: string;
  /** By whom it is signed, if not by the one whose key is packed; `null` is nobody. */
  signer?: KeyObject | null;
  /** So many bytes of the file come, then the line is cut. */
  cutAfter?: number;
  notes?: string;
};

export type UpdateHost = Awaited<ReturnType<typeof startUpdateHost>>;

export async function startUpdateHost() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  let published: Published = { version: '0.0.0', file: Buffer.alloc(0) };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    asked.push(pathname);
    const list = listOf(published);
    if (pathname.endsWith('.yml')) response.end(list);
    else if (pathname.endsWith('.yml.sig')) answerSignature(response, list, published.signer, privateKey);
    else if (pathname.endsWith('.AppImage')) answerFile(response, published);
    else response.writeHead(404).end();
  });
  // One that the system gives to nobody while it is closed.
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    /** What is packed into the app. */
    place: {
      url: `http://127.0.0.1:${port}/`,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    publish: (next: Published) => void (published = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    reopen: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

function listOf({ version, file, sha512, list, notes = '' }: Published): string {
  if (list !== undefined) return list;
  const hash = sha512 ?? createHash('sha512').update(file).digest('base64');
  const name = `Slipway-${version}.AppImage`;
  // JSON is YAML, and says the same.
  return JSON.stringify({
    version,
    files: [{ url: name, sha512: hash, size: file.length }],
    path: name,
    sha512: hash,
    releaseNotes: notes,
    releaseDate: '2026-01-01T00:00:00.000Z',
  });
}

function answerSignature(response: ServerResponse, list: string, signer: Published['signer'], own: KeyObject): void {
  if (signer === null) response.writeHead(404).end();
  else response.end(sign(null, Buffer.from(list), signer ?? own).toString('base64'));
}

function answerFile(response: ServerResponse, { file, cutAfter }: Published): void {
  response.writeHead(200, { 'content-length': file.length });
  if (cutAfter === undefined) response.end(file);
  else response.write(file.subarray(0, cutAfter), () => response.destroy());
}
