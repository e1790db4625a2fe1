// Every error Slipway can name, in one table: its HTTP status and the sentence people read when no better one is given.
// A client of the original service retries 408, 409, 429 and everything from 500 up, so a caller's mistake is never one of those.

type ErrorRow = { status: number; sentence: string };

/** The errors a service answers with, on the wire as they stand here: code -> HTTP status and default sentence. */
export const serviceErrorTable = {
  API_NOT_FOUND: { status: 404, sentence: 'There is nothing at this address.' },
  API_METHOD_NOT_ALLOWED: { status: 405, sentence: 'This address does not answer to that method.' },
  API_UNAUTHORIZED: { status: 401, sentence: 'This call needs a token, and the one given is missing or unknown.' },
  API_FORBIDDEN: { status: 403, sentence: 'This token may not do that.' },
  API_BAD_HEADERS: { status: 400, sentence: 'The head of this request cannot be read.' },
  API_BAD_BODY: { status: 400, sentence: 'The body of this request does not fit.' },
  API_BAD_QUERY: { status: 400, sentence: 'The query of this request does not fit.' },
  API_BAD_QUERY_PARAMETER: { status: 400, sentence: 'A query parameter of this request does not fit.' },
  API_BODY_TOO_LARGE: { status: 413, sentence: 'The body of this request is larger than 1 MiB.' },
  API_RATE_LIMIT: { status: 429, sentence: 'Too many requests. Wait a moment and try again.' },
  TOKEN_INVALID: { status: 400, sentence: 'This device link token cannot be read.' },
  TOKEN_EXPIRED: { status: 400, sentence: 'This device link is too old. Make a new one.' },
  VALIDATION_ERROR: { status: 400, sentence: 'A name or limit does not fit.' },
  GAME_NOT_FOUND: { status: 404, sentence: 'There is no such game.' },
  GAME_ENVIRONMENT_NOT_FOUND: { status: 404, sentence: 'This game has no such namespace.' },
  NAMESPACE_NOT_FOUND: { status: 404, sentence: 'This game has no such namespace.' },
  VERSION_NOT_FOUND: { status: 404, sentence: 'This game has no such version.' },
  GROUP_NOT_FOUND: { status: 404, sentence: 'There is no such developer group.' },
  BUILDS_BUILD_NOT_FOUND: { status: 404, sentence: 'This namespace has no such build.' },
  SERVERS_SERVER_NOT_FOUND: { status: 404, sentence: 'This namespace has no such server.' },
  REGION_NOT_FOUND: { status: 404, sentence: 'There is no such simulated region.' },
  UPLOAD_NOT_FOUND: { status: 404, sentence: 'There is no such upload.' },
  CLOUD_DEVICE_LINK_ALREADY_COMPLETE: { status: 400, sentence: 'This device link was completed already.' },
  UPLOAD_TOO_LARGE: { status: 400, sentence: 'This upload is larger than the service takes.' },
  UPLOAD_URL_EXPIRED: { status: 403, sentence: 'This upload address is too old. Ask for a fresh one.' },
  UPLOAD_INVALID: { status: 400, sentence: 'The bytes sent are not the ones announced.' },
  UPLOAD_INCOMPLETE: { status: 400, sentence: 'Parts of this upload are missing.' },
  BUILD_INVALID: { status: 400, sentence: 'This build cannot be unpacked.' },
  SERVERS_MUST_SPECIFY_ROUTING_TYPE: { status: 400, sentence: 'A port needs exactly one routing: game_guard or host.' },
  SERVERS_UNSUPPORTED_HOST_PROTOCOL: { status: 400, sentence: 'Host routing takes tcp and udp only.' },
  SERVERS_SERVER_FAILED_TO_CREATE: { status: 400, sentence: 'The server could not be created.' },
  STORAGE_FULL: { status: 507, sentence: 'The disk of this service is full. Nothing half-written remains.' },
  ERROR: { status: 500, sentence: 'Slipway failed here. The log has the details under this ray id.' },
} as const satisfies Record<string, ErrorRow>;

/** Every error: the service's, and those that stay within Slipway. */
export const errorTable = {
  ...serviceErrorTable,

  // Starting the service on its data folder.
  DATA_FOLDER_IN_USE: { status: 500, sentence: 'Another Slipway already uses this data folder.' },
  DATA_FOLDER_UNWRITABLE: { status: 500, sentence: 'Slipway may not write to its data folder.' },
  DATA_FOLDER_FULL: { status: 500, sentence: 'The disk with the data folder is full.' },
  DATA_FOLDER_DISK_FAILED: { status: 500, sentence: 'The disk with the data folder failed.' },
  DATA_FOLDER_NEWER: { status: 500, sentence: 'This data folder was written by a newer Slipway.' },
  DATA_FOLDER_DAMAGED: { status: 500, sentence: 'The data folder is damaged.' },
  DATA_FOLDER_GONE: { status: 500, sentence: 'The data folder is not there any more.' },
  DATA_FOLDER_MISSING: { status: 500, sentence: 'There is no data of Slipway in this folder.' },
  DATA_FOLDER_NOT_EMPTY: { status: 500, sentence: 'This folder is not empty.' },
  DATA_EXPORT_DAMAGED: { status: 500, sentence: 'This export is damaged.' },
  LISTENING_REFUSED: { status: 500, sentence: 'The service may not listen in this way.' },
  PORT_TAKEN: { status: 500, sentence: 'This port is taken by another program.' },
  NO_FREE_PORT: { status: 500, sentence: 'No port is free for the service.' },
  SERVICE_STOPPED: { status: 500, sentence: 'The service stopped by itself.' },

  // Packing a folder.
  PACK_SOURCE_UNREADABLE: { status: 400, sentence: 'There is nothing to pack at this place.' },
  PACK_EMPTY: { status: 400, sentence: 'Nothing in this folder would be packed.' },
  PACK_REFUSED: { status: 400, sentence: 'Something in this folder cannot be packed.' },
  PACK_SECRETS: { status: 400, sentence: 'There are secrets in this folder.' },
  PACK_CHANGED: { status: 400, sentence: 'The folder changed while it was packed.' },
  PACK_UNWRITABLE: { status: 500, sentence: 'The pack cannot be written where it should be.' },
  PACK_DISK_FULL: { status: 500, sentence: 'There is no room for the pack.' },

  // Newer versions of the app itself.
  UPDATE_UNSIGNED: {
    status: 500,
    sentence: 'What is said about newer versions is not signed. Nothing of it was taken.',
  },
  UPDATE_STALLED: { status: 500, sentence: 'The line went silent while the newer version was on its way. Try again.' },

  // Sending a build.
  TRANSFER_NOT_FOUND: { status: 404, sentence: 'There is no such transfer.' },
  TRANSFER_BUSY: { status: 400, sentence: 'Another Slipway works on this transfer now.' },
  TRANSFER_JOURNAL: { status: 500, sentence: 'The journal of transfers cannot be used.' },
  TRANSFER_PARTS: { status: 400, sentence: 'The instance cut the upload in a way that does not fit the file.' },
  TRANSFER_SOURCE_CHANGED: { status: 400, sentence: 'The file to send is no longer the one that was packed.' },
  TRANSFER_NEEDS_NEW_BUILD: { status: 400, sentence: 'This build cannot be sent further. Send it as a new one.' },
  TRANSFER_MISMATCH: { status: 500, sentence: 'What arrived are not the bytes that were sent.' },
  VERSION_NO_COPY: { status: 404, sentence: 'This machine has no copy of this version to send.' },
  BILLING_TROUBLE: { status: 400, sentence: 'The billing of this group is in trouble.' },
  TRANSFER_STALLED: { status: 500, sentence: 'The line went silent.' },

  // Between the app and a service, and between the window and the app.
  INSTANCE_NOT_FOUND: { status: 404, sentence: 'There is no such instance.' },
  INSTANCE_UNREACHABLE: { status: 500, sentence: 'The instance does not answer.' },
  FOLDER_UNREADABLE: { status: 400, sentence: 'This folder cannot be read.' },
  INSTANCE_FAILED: { status: 502, sentence: 'The instance failed to answer.' },
  INSTANCE_EXISTS: { status: 400, sentence: 'This instance is in the list already.' },
  INSTANCE_READ_ONLY: { status: 400, sentence: 'This instance is marked read-only here. Nothing was changed.' },
  INSTANCE_ADDRESS: { status: 400, sentence: 'An instance has an address like https://games.example.' },
  CERTIFICATE_UNTRUSTED: {
    status: 400,
    sentence: 'The certificate of this instance is not one that this machine trusts.',
  },
  TOKEN_IN_CLEAR: { status: 400, sentence: 'This address is not https: the token would travel in the clear.' },
  TOKEN_MISSING: { status: 400, sentence: 'No token is kept for this instance. Sign in again.' },
  SECRETS_UNAVAILABLE: { status: 500, sentence: 'The place where tokens are kept cannot be used.' },
  REQUEST_REFUSED: { status: 400, sentence: 'The instance refused this.' },
  ANSWER_UNREADABLE: { status: 502, sentence: 'The instance gave an answer that cannot be read.' },
  NOT_OFFERED: { status: 400, sentence: 'This instance does not offer that.' },
  NAMESPACE_PROTECTED: { status: 400, sentence: 'This namespace is protected. Confirm with its name.' },
  NAMESPACE_CHANGED: { status: 400, sentence: 'Somebody else switched this namespace. Look at what it runs now.' },
  BUILD_IN_USE: { status: 400, sentence: 'Servers run this build. Confirm with its name.' },
  NOTHING_TO_ROLL_BACK: { status: 400, sentence: 'There is no earlier version to roll back to.' },
  NOT_CONFIRMED: { status: 500, sentence: 'The instance has not confirmed this.' },
  SETTINGS_UNREADABLE: { status: 500, sentence: 'The settings cannot be read.' },
  SETTINGS_UNWRITABLE: { status: 500, sentence: 'The settings cannot be written.' },
  LINK_REFUSED: { status: 400, sentence: 'This link was not followed.' },
  CONNECTION_FILE: { status: 400, sentence: 'This is no connection file of Slipway.' },
  BRIDGE_UNKNOWN: {
    status: 404,
    sentence: 'The app does not know this call. Window and app are of different versions.',
  },
  BRIDGE_BAD_INPUT: { status: 400, sentence: 'The window sent something the app cannot read.' },
  BRIDGE_CLOSED: { status: 500, sentence: 'The connection to the app ended.' },
  CANCELLED: { status: 400, sentence: 'Cancelled.' },
  USAGE: { status: 400, sentence: 'The command line does not fit. See slipway --help.' },
} as const satisfies Record<string, ErrorRow>;

/** One of the codes of the table. */
export type ErrorCode = keyof typeof errorTable;

/** Whether a text from outside is one of our codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}
