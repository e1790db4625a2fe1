// What went wrong with an update, as a sentence that says what to do. Codes of Node, of Chromium and of the updater meet here.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown };

/** Each is looked for in the code and then in the message: Chromium has its codes only there. */
const table: readonly [RegExp, (host: string) => Message][] = [
  [
    /ERR_CHECKSUM_MISMATCH|ERR_CONTENT_LENGTH_MISMATCH|ERR_CONNECTION_CLOSED|aborted|ECONNRESET/i,
    () => messageFor('update.file-damaged'),
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|net::ERR_(CONNECTION|NAME|INTERNET|ADDRESS|NETWORK|PROXY)/,
    (host) => messageFor('update.no-answer', { host }),
  ],
  [/ERR_CERT|CERT_|SELF_SIGNED/, (host) => messageFor('update.certificate', { host })],
  [/CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_404/, (host) => messageFor('update.no-list', { host })],
  [
    /INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|NO_CHECKSUM|Invalid URL|Cannot read prop/,
    (host) => messageFor('update.list-unreadable', { host }),
  ],
  [/ENOSPC/, () => messageFor('update.no-room')],
  [/EACCES|EPERM|EROFS/, () => messageFor('update.not-writable')],
];

export function updateFailure(thrown: unknown, host: string): Message {
  if (thrown instanceof AppError) return thrown.toMessage();
  const { code, statusCode, message }: Coded = typeof thrown === 'object' && thrown !== null ? thrown : {};
  if (typeof statusCode === 'number' && statusCode !== 404) {
    return messageFor('update.answered', { host, status: statusCode });
  }
  const text = typeof message === 'string' ? message : String(thrown);
  const found = [String(code), text].map(wordsFor).find((words) => words !== undefined);
  return found === undefined ? messageFor('update.failed', { why: firstReason(thrown, text) }) : found(host);
}

function wordsFor(text: string): ((host: string) => Message) | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** Without what some libraries put below it. */
function firstReason(thrown: unknown, text: string): Message {
  const why = systemReason(thrown instanceof Error ? thrown : text);
  return why.reason === undefined ? { text: why.text.split('\n', 1)[0] ?? '' } : why;
}
