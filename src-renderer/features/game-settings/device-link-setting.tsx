// Gives a tool that waits on another device a token of this game: its link, or the token in it, is pasted here.
import { z } from 'zod';
import shared from '../../design/shared.module.css';
import { phrase, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { createPrivateDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './game-settings.module.css';
import { completeDeviceLink, type GamePlace } from './game-settings-actions.ts';

const { useDraft } = createPrivateDrafts('device-link', z.string());

type Props = { place: GamePlace; gameName: string; off: string | undefined };

/** What was pasted stays until it worked. */
export function DeviceLinkSetting({ place, gameName, off }: Props) {
  const { draft: text, type, release } = useDraft(place.game_id, '');
  const link = async () => {
    if (off !== undefined) return undefined;
    const token = linkToken(text);
    if (token === undefined) return notFound(text);
    const found = await completeDeviceLink(place, token);
    if (found !== undefined) return found;
    release();
    say({
      state: 'done',
      title: phrase('The device is linked'),
      detail: phrase('It got a token for {gameName}.', { gameName }),
    });
    return undefined;
  };
  const { submit, isBusy, problem, forget } = useSubmit(link);
  return (
    <form className={styles.link} noValidate onSubmit={submit}>
      <Field
        label={t('Device link')}
        name="device_link"
        className={shared.mono}
        value={text}
        hint={t('The waiting tool gets a token for all of {gameName}. Paste only links that you requested yourself.', {
          gameName,
        })}
        errors={problem === undefined ? [] : [problem]}
        onValue={(next) => {
          type(next);
          forget();
        }}
      />
      <Button type="submit" icon="device" busy={isBusy} disabledReason={off}>
        {t('Link the device')}
      </Button>
    </form>
  );
}

function notFound(text: string): string {
  return text.trim() === ''
    ? t('Paste the link that the tool shows.')
    : t('This is not a device link. A device link is a long text with two dots, or an address that contains one.');
}

/** Undefined where there is none. Spaces and line breaks around it do not matter. */
export function linkToken(text: string): string | undefined {
  return /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/.exec(text.replaceAll(/\s+/g, ''))?.[0];
}
