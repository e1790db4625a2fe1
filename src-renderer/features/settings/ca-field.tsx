// The file of authorities that are trusted beside the usual ones. It takes effect with its button, once the core has read it.
import { type FormEvent, useState } from 'react';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { setCaFile } from './settings-actions.ts';

/** `file` is the one set now; empty is none. */
export function CaField({ file }: { file: string }) {
  const [text, setText] = useState(file);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(await setCaFile(text.trim()));
    setBusy(false);
  };
  const isSame = text.trim() === file;
  return (
    <form className="setting" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h3>{t('Certificates')}</h3>
        <p>
          {t(
            'A file (PEM) of authorities that are trusted beside the usual ones, as companies have. Remotes connect anew when it changes. Empty means none.',
          )}
        </p>
      </div>
      <div className="setting-file">
        <Field
          label={t('File of certificates')}
          name="ca_file"
          className="mono"
          placeholder="/etc/ssl/company.pem"
          maxLength={4096}
          value={text}
          errors={error === undefined ? [] : [error]}
          onValue={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
        <Button type="submit" busy={busy} offReason={isSame ? sameWords(file) : undefined}>
          {text.trim() === '' && file !== '' ? t('Trust no file') : t('Trust file')}
        </Button>
      </div>
    </form>
  );
}

function sameWords(file: string): string {
  return file === '' ? t('Type the path of a file first') : t('This file is trusted already');
}
