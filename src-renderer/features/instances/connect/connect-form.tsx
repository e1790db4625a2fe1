// The form that connects a remote: its address and a token, or a link that somebody opens there.
import { type FormEvent, type ReactNode, useId } from 'react';
import { Icon } from '../../../design/icons.tsx';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { errorText, t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/field.module.css';
import styles from './connect.module.css';
import { connectByToken, typeName, typeToken, typeUrl } from './connect-actions.ts';
import { type ConnectProblem, useConnect } from './connect-store.ts';
import { ConsentQuestion } from './consent-question.tsx';
import { DeviceLink } from './device-link.tsx';

/** On the welcome page and in the dialog it is one and the same: what was typed in one stands in the other. */
export function ConnectForm({ urlRef }: { urlRef?: React.RefObject<HTMLInputElement | null> }) {
  const consent = useConnect((state) => state.consent);
  return (
    <>
      <TokenForm urlRef={urlRef} />
      {consent === undefined ? (
        <>
          <div className={styles.or}>{t('or link this device')}</div>
          <DeviceLink />
        </>
      ) : (
        <ConsentQuestion consent={consent} />
      )}
    </>
  );
}

/** The name comes last: nobody has to pass it on the way to the token. */
function TokenForm({ urlRef }: { urlRef: React.RefObject<HTMLInputElement | null> | undefined }) {
  const { url, name, token, busy, problem } = useConnect();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void connectByToken();
  };
  return (
    <form className={styles.connect} noValidate onSubmit={submit}>
      <Line label={t('URL')} problem={problem?.field === 'url' ? problem : undefined}>
        {(field) => (
          <input
            {...field}
            ref={urlRef}
            className={shared.mono}
            placeholder={t('https://')}
            value={url}
            onChange={(event) => typeUrl(event.target.value)}
          />
        )}
      </Line>
      <Line label={t('Token')} icon problem={problem?.field === 'token' ? problem : undefined}>
        {(field) => (
          <>
            <input
              {...field}
              type="password"
              placeholder={t('Paste a token')}
              value={token}
              onChange={(event) => typeToken(event.target.value)}
            />
            <Button
              type="submit"
              kind="quiet"
              small
              className={classNames(styles.inside, shared.hitArea)}
              busy={busy === 'token'}
              disabledReason={url === '' || token === '' ? t('Type the URL and paste a token first') : undefined}
            >
              {t('Connect')}
            </Button>
          </>
        )}
      </Line>
      <Line label={t('Name (optional)')} problem={problem?.field === 'name' ? problem : undefined}>
        {(field) => (
          <input
            {...field}
            placeholder={t('Its address')}
            value={name}
            onChange={(event) => typeName(event.target.value)}
          />
        )}
      </Line>
    </form>
  );
}

type FieldProps = {
  id: string;
  autoComplete: 'off';
  spellCheck: false;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};
type LineProps = {
  label: string;
  icon?: boolean;
  problem: ConnectProblem | undefined;
  children: (field: FieldProps) => ReactNode;
};

/** A small label, the field in its frame, and under it what is wrong. */
function Line({ label, icon, problem, children }: LineProps) {
  const id = useId();
  const described = problem === undefined ? undefined : `${id}-why`;
  const field = { id, autoComplete: 'off', spellCheck: false, 'aria-invalid': problem !== undefined } as const;
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div
        data-slot="input"
        className={classNames(fieldStyles.input, fieldStyles.inputWrap)}
        data-invalid={problem === undefined ? undefined : ''}
      >
        {icon && <Icon name="key" size={14} />}
        {children({ ...field, 'aria-describedby': described })}
      </div>
      {problem !== undefined && (
        <p data-slot="field-error" className={fieldStyles.error} id={described} role="alert">
          <StateGlyph state="failed" />
          <span>{errorText(problem)}</span>
        </p>
      )}
    </>
  );
}
