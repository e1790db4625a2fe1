// Gets a certificate from an ACME authority, such as Let's Encrypt.
import * as acme from 'acme-client';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { answerChallenges } from './answer-challenges.ts';

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

export async function obtainCertificate(options: AcmeOptions, accountKey: string): Promise<Certificate> {
  const { email, host, directoryUrl, challengePort } = options;
  const challenges = await answerChallenges(challengePort);
  try {
    const client = new acme.Client({ directoryUrl, accountKey });
    const [key, csr] = await acme.crypto.createCsr({ altNames: [host] }, await acme.crypto.createPrivateEcdsaKey());
    const cert = await client.auto({
      csr,
      email,
      termsOfServiceAgreed: true,
      challengePriority: ['http-01'],
      // From inside, the name may lead elsewhere than it does for the authority.
      skipChallengeVerification: true,
      challengeCreateFn: async (_authorization, { token }, answer) => challenges.add(token, answer),
      challengeRemoveFn: async () => undefined,
    });
    return { cert, key: key.toString() };
  } catch (thrown) {
    throw new AppError(
      'LISTENING_REFUSED',
      'acme.refused',
      { host, authority: new URL(directoryUrl).host, why: reasonOf(thrown), port: challengePort },
      { cause: thrown },
    );
  } finally {
    await challenges.close();
  }
}

export async function createAccountKey(): Promise<string> {
  return (await acme.crypto.createPrivateEcdsaKey()).toString();
}

/** The authority's own sentence, without a full stop of its own. */
function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.trim().replace(/\.$/, '');
}
