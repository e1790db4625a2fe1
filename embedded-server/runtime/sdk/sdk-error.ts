// Why a call of the SDK is refused: a code of gRPC with its HTTP status, as grpc-gateway maps them, and a sentence.

export const STATUS = {
  invalid: { code: 3, http: 400 },
  notFound: { code: 5, http: 404 },
  alreadyExists: { code: 6, http: 409 },
  denied: { code: 7, http: 403 },
  exhausted: { code: 8, http: 429 },
  tooLarge: { code: 8, http: 413 },
  precondition: { code: 9, http: 400 },
  outOfRange: { code: 11, http: 400 },
  unimplemented: { code: 12, http: 501 },
  internal: { code: 13, http: 500 },
} as const;
export type SdkStatus = keyof typeof STATUS;

export class SdkError extends Error {
  readonly status: SdkStatus;

  constructor(status: SdkStatus, message: string) {
    super(message);
    this.status = status;
  }
}
