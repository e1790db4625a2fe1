// Reads `.slipway` connection files, which a team hands to its people: where a remote is, and maybe a token for it. Such a
// file may come from anybody. No error names what is in it, as that may be a token.
import { constants, type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';
import { readAddress } from '../http/address.ts';
import { readToken } from '../instances/add-remote.ts';
import { readName } from './remote-name-from-link.ts';

const CONNECTION_ENDING = '.slipway';
const LARGEST = 65_536;
const FORMAT = 1;
/** A pipe that nobody writes into would hold up who opens it for ever. Windows has none of the kind. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const shape = z.object({
  slipway: z.literal(FORMAT),
  url: z.string().max(2048),
  name: z.string().max(256).optional(),
  token: z.string().min(1).max(4096).optional(),
  fingerprint: z
    .string()
    .regex(/^(?:[0-9a-f]{2}:?){32}$/i)
    .optional(),
});

/** A remote as a file describes it. */
export type ConnectionFile = { url: string; name?: string; token?: string; fingerprint?: string };

export function isConnectionFile(file: string): boolean {
  return path.extname(file).toLowerCase() === CONNECTION_ENDING;
}

export async function readConnectionFile(file: string): Promise<ConnectionFile> {
  const name = path.basename(file);
  const parsed = shape.safeParse(parseJson(name, await readText(name, file)));
  if (!parsed.success) throw unfit(name, whatIsWrong(parsed.error));
  const { url, name: given, token, fingerprint } = parsed.data;
  return {
    url: readAddress(url),
    ...(given === undefined ? {} : { name: readName(given) }),
    ...(token === undefined ? {} : { token: readToken(token) }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

async function readText(name: string, file: string): Promise<string> {
  try {
    const handle = await open(file, WITHOUT_WAITING);
    try {
      if (!(await handle.stat()).isFile()) throw unfit(name, messageFor('connection-file.not-a-file'));
      const head = await readHead(handle, LARGEST + 1);
      if (head.length > LARGEST) throw unfit(name, messageFor('connection-file.too-large'));
      return head.toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'CONNECTION_FILE',
      'connection-file.unreadable',
      { name },
      {
        cause,
      },
    );
  }
}

/** Whatever size the system tells: that may be wrong, or change meanwhile. */
async function readHead(handle: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most);
  let filled = 0;
  for (let got = -1; got !== 0 && filled < most; filled += got) {
    got = (await handle.read(buffer, filled, most - filled)).bytesRead;
  }
  return buffer.subarray(0, filled);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not as its cause: the parser quotes the text, which may hold a token.
    throw unfit(name, messageFor('connection-file.damaged'));
  }
}

function whatIsWrong(error: z.ZodError): Message {
  const [field] = error.issues.map((issue) => String(issue.path[0] ?? ''));
  if (field === 'slipway') return messageFor('connection-file.other-kind');
  return field === '' || field === undefined
    ? messageFor('connection-file.damaged')
    : messageFor('connection-file.field-invalid', { field });
}

function unfit(name: string, why: Message): AppError {
  return new AppError('CONNECTION_FILE', 'connection-file.unusable', { name, why });
}
