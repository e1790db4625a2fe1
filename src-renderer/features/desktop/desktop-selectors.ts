// What follows from a question: its facts, the words on its button, and what a person has to agree to further. Pure.
import type { AnswerOutcome, DesktopAnswer, DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import { t, translate } from '../../text/t.ts';

/** What is known of the remote, as names and values. */
export function factsOf({ url, name, fingerprint }: DesktopRequest): [string, string][] {
  const facts: [string, string | undefined][] = [
    [t('Address'), url],
    [t('Name'), name],
    [t('Certificate'), fingerprint],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

/** Whether the person has to give a token. */
export function wantsToken({ kind, has_token: hasToken }: DesktopRequest): boolean {
  return kind === 'add_remote' && hasToken !== true;
}

/** The words on the button that says yes. */
export function yesOf({ kind }: DesktopRequest): string {
  if (kind === 'add_remote') return t('Add remote');
  return kind === 'device_link' ? t('Sign in') : t('Open game');
}

/** What a person has to agree to before it goes on, with the answer that says so. */
export type FurtherConsent = {
  title: string;
  sentence: string;
  yes: string;
  answer: Pick<DesktopAnswer, 'trust_fingerprint' | 'allow_in_the_clear'>;
};

/** What an answer asks for in addition; undefined where nothing more is asked. */
export function consentOf(outcome: AnswerOutcome | undefined): FurtherConsent | undefined {
  if (outcome?.outcome === 'certificate') {
    const { sentence, certificate } = outcome;
    const answer = { trust_fingerprint: certificate.fingerprint };
    return {
      title: t('This certificate is not known here'),
      sentence: translate(sentence),
      yes: t('Trust this certificate'),
      answer,
    };
  }
  if (outcome?.outcome === 'in_the_clear') {
    const { sentence } = outcome;
    return {
      title: t('The connection is not secure'),
      sentence: translate(sentence),
      yes: t('Continue without encryption'),
      answer: { allow_in_the_clear: true },
    };
  }
  return undefined;
}
