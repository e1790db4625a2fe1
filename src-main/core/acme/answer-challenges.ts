// Answers the question by which a certificate authority makes sure that a name leads here: over plain HTTP, while it asks.
import { createServer } from 'node:http';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { systemReason } from '../../../src-shared/errors/system-reason.ts';

const FOLDER = '/.well-known/acme-challenge/';

export type Challenges = {
  add(token: string, answer: string): void;
  close(): Promise<void>;
};

/** On all addresses: the authority calls from outside, by the name's IPv4 or IPv6 address. */
export async function answerChallenges(port: number): Promise<Challenges> {
  const answers = new Map<string, string>();
  const server = createServer((request, response) => {
    const answer = request.url?.startsWith(FOLDER) === true ? answers.get(request.url.slice(FOLDER.length)) : undefined;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/plain', connection: 'close' });
    response.end(answer ?? '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) => {
      reject(
        new AppError('LISTENING_REFUSED', 'acme.port-refused', { port, why: systemReason(thrown) }, { cause: thrown }),
      );
    });
    server.listen(port, () => resolve());
  });
  return {
    add: (token, answer) => void answers.set(token, answer),
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
