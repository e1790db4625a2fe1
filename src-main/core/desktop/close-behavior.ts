// What closing the window and quitting mean while servers run: the first time a person is asked, later it is as they said.
import { plural, t } from './native-language.ts';

export type ClosingFacts = {
  /** The window was closed, or the whole app was told to end. */
  by: 'window' | 'quit';
  /** Undefined where nobody knows: not all games are followed, or nothing was reported yet. */
  servers: number | undefined;
  keepHosting: boolean;
  wasAsked: boolean;
  platform: NodeJS.Platform;
};

/** `end` quits and stops servers, `stay` leaves the app in the background without its window. */
export function whatClosingDoes({
  by,
  servers,
  keepHosting,
  wasAsked,
  platform,
}: ClosingFacts): 'end' | 'stay' | 'ask' {
  if (by === 'quit') return servers === 0 || wasAsked || keepHosting ? 'end' : 'ask';
  // On a Mac an app goes on without windows.
  if (platform === 'darwin') return 'stay';
  if (servers === 0) return 'end';
  if (keepHosting) return 'stay';
  return wasAsked ? 'end' : 'ask';
}

/** The buttons of the question, in this order. */
export const closingAnswers = ['stay', 'end', 'cancel'] as const;

export function closingQuestion(servers: number | undefined) {
  return {
    message:
      servers === undefined
        ? t('Servers of yours may be running')
        : plural(servers, '{n} server of yours is running', '{n} servers of yours are running'),
    detail: t(
      'Slipway can keep them running in the background, or stop them and quit. You are asked once; Settings has it under "When Slipway quits".',
    ),
    buttons: [t('Keep hosting'), t('Stop and quit'), t('Cancel')],
  };
}
