// What went wrong with an update, as a sentence that says what to do. Codes of Node, of Chromium and of the updater meet here.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';

type Coded = { code?: unknown; statusCode?: unknown; message?: unknown };

/** Each is looked for in the code and then in the message: Chromium has its codes only there. */
const table: readonly [RegExp, (host: string) => string][] = [
  [
    /ERR_CHECKSUM_MISMATCH|ERR_CONTENT_LENGTH_MISMATCH|ERR_CONNECTION_CLOSED|aborted|ECONNRESET/i,
    () =>
      'The file that came is not whole, or not the one that was announced. It was thrown away and nothing was installed. Try again; if it stays so, tell whoever publishes Slipway for you.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|net::ERR_(CONNECTION|NAME|INTERNET|ADDRESS|NETWORK|PROXY)/,
    (host) => `${host} does not answer. Look at the network, or try again later.`,
  ],
  [/ERR_CERT|CERT_|SELF_SIGNED/, (host) => `The certificate of ${host} is not one that this machine trusts.`],
  [
    /CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_404/,
    (host) =>
      `${host} has no list of versions for this system. Whoever publishes Slipway for you has to put one there.`,
  ],
  [
    /INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|NO_CHECKSUM|Invalid URL|Cannot read prop/,
    (host) => `What ${host} says about the newest version cannot be read. Nothing was installed.`,
  ],
  [/ENOSPC/, () => 'There is no room on the disk for the newer version. Make some, and try again.'],
  [/EACCES|EPERM|EROFS/, () => 'Slipway may not write where the newer version has to go.'],
];

export function updateFailure(thrown: unknown, host: string): string {
  if (thrown instanceof AppError) return thrown.message;
  const { code, statusCode, message }: Coded = typeof thrown === 'object' && thrown !== null ? thrown : {};
  if (typeof statusCode === 'number' && statusCode !== 404) {
    return `${host} answered with ${statusCode}. Try again later.`;
  }
  const text = typeof message === 'string' ? message : String(thrown);
  const found = [String(code), text].map(wordsFor).find((words) => words !== undefined);
  return found === undefined
    ? `The update did not work: ${firstReason(thrown, text)}. Nothing was installed.`
    : found(host);
}

function wordsFor(text: string): ((host: string) => string) | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** Without what some libraries put below it. */
function firstReason(thrown: unknown, text: string): string {
  const [first = ''] = systemReason(thrown instanceof Error ? thrown : text).text.split('\n');
  return first;
}
