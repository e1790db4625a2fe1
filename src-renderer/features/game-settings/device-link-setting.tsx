// Gives a tool that waits on another device a token of this game: its link, or the token in it, is pasted here.
import { type FormEvent, useState } from 'react';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import { completeDeviceLink, type GamePlace } from './game-settings-actions.ts';
import { linkToken } from './link-token.ts';

type Props = { place: GamePlace; gameName: string; off: string | undefined };

/** What was pasted stays until it worked. */
export function DeviceLinkSetting({ place, gameName, off }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || off !== undefined) return;
    const token = linkToken(text);
    if (token === undefined) {
      setProblem(
        text.trim() === ''
          ? t('Paste the link that the tool shows.')
          : t('There is no device link in this. It is a long text with two dots, or an address that holds one.'),
      );
      return;
    }
    setBusy(true);
    const found = await completeDeviceLink(place, token);
    setBusy(false);
    setProblem(found);
    if (found !== undefined) return;
    setText('');
    say({ state: 'done', title: t('The device is linked'), detail: t('It got a token for {gameName}.', { gameName }) });
  };
  return (
    <form className="gset-link" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('Device link')}
        name="device_link"
        className="mono"
        value={text}
        hint={t(
          'The tool that waits gets a token for all of {gameName}. Paste only links that you asked for yourself.',
          { gameName },
        )}
        errors={problem === undefined ? [] : [problem]}
        onValue={(next) => {
          setText(next);
          setProblem(undefined);
        }}
      />
      <Button type="submit" icon="device" busy={isBusy} offReason={off}>
        {t('Link the device')}
      </Button>
    </form>
  );
}
