// Gets a certificate from an ACME authority, such as Let's Encrypt.

import { createServer } from 'node:http';
import * as acme from 'acme-client';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';
import { type Message, messageFor } from '../../../src-shared/text/message.ts';

export type AcmeOptions = {
  /** Who is told by the authority when something is wrong with the certificate; giving it accepts the authority's terms. */
  email: string;
  /** The name that the certificate is for. */
  host: string;
  /** Where the authority says what its calls are. */
  directoryUrl: string;
  /** The port that it finds this machine at, 80 unless something in front leads there. */
  challengePort: number;
};

export type Certificate = { cert: string; key: string };

/** An authority that takes a connection and stays silent, or asks to come back in days, holds up nothing for longer. */
const usualTimes = { answerMs: 30_000, allMs: 600_000 };

export async function obtainCertificate(
  options: AcmeOptions,
  accountKey: string,
  { answerMs, allMs } = usualTimes,
): Promise<Certificate> {
  const { email, host, directoryUrl, challengePort } = options;
  acme.axios.defaults.timeout = answerMs;
  const challenges = await answerChallenges(challengePort);
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new TooLate()), allMs);
  try {
    const client = new acme.Client({ directoryUrl, accountKey });
    const [key, csr] = await acme.crypto.createCsr({ altNames: [host] }, await acme.crypto.createPrivateEcdsaKey());
    const ordered = client.auto({
      csr,
      email,
      termsOfServiceAgreed: true,
      challengePriority: ['http-01'],
      // From inside, the name may lead elsewhere than it does for the authority.
      skipChallengeVerification: true,
      challengeCreateFn: async (_authorization, { token }, answer) => challenges.add(token, answer),
      challengeRemoveFn: async () => undefined,
    });
    return { cert: await Promise.race([ordered, tooLate.promise]), key: key.toString() };
  } catch (thrown) {
    throw new AppError(
      'LISTENING_REFUSED',
      'acme.refused',
      { host, authority: new URL(directoryUrl).host, why: reasonOf(thrown), port: challengePort },
      { cause: thrown },
    );
  } finally {
    clearTimeout(timer);
    await challenges.close();
  }
}

class TooLate extends Error {}

export async function createAccountKey(): Promise<string> {
  return (await acme.crypto.createPrivateEcdsaKey()).toString();
}

/** The authority's own sentence, without a full stop of its own. */
function reasonOf(thrown: unknown): string | Message {
  // Where no answer came, the client stumbles over what it would read of one.
  const isUnanswered = thrown instanceof TypeError && thrown.message.includes("'config'");
  if (isUnanswered || thrown instanceof TooLate) return messageFor('network.no-answer-in-time');
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.trim().replace(/\.$/, '');
}

const FOLDER = '/.well-known/acme-challenge/';

/** The port is open to everybody while an authority asks. Who holds connections takes no more of the service's open files than these. */
const MOST_CONNECTIONS = 128;
const LONGEST_REQUEST_MS = 5_000;

type Challenges = {
  /** Where it answers. */
  port: number;
  add(token: string, answer: string): void;
  close(): Promise<void>;
};

/** On all addresses: the authority calls from outside, by the name's IPv4 or IPv6 address. */
export async function answerChallenges(port: number): Promise<Challenges> {
  const answers = new Map<string, string>();
  const times = {
    headersTimeout: LONGEST_REQUEST_MS,
    requestTimeout: LONGEST_REQUEST_MS,
    connectionsCheckingInterval: 1_000,
  };
  const server = createServer(times, (request, response) => {
    const answer = request.url?.startsWith(FOLDER) === true ? answers.get(request.url.slice(FOLDER.length)) : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/plain', connection: 'close' });
    response.end(answer ?? '');
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) => {
      reject(
        new AppError('LISTENING_REFUSED', 'acme.port-refused', { port, why: systemReason(thrown) }, { cause: thrown }),
      );
    });
    server.listen(port, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    add: (token, answer) => void answers.set(token, answer),
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
