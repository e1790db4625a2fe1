// The file of authorities that are trusted beside the usual ones. It takes effect with its button, once the core has read it.
import { z } from 'zod';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { Setting } from '../settings/setting.tsx';
import styles from '../settings/settings.module.css';
import { setCaFile } from '../settings/settings-actions.ts';

const { useDraft } = createDrafts('ca-file', z.string());

/** `file` is the one set now; empty is none. */
export function CaField({ file }: { file: string }) {
  const { draft: text, type } = useDraft('file', file);
  const { submit, isBusy, problem, forget } = useSubmit(() => setCaFile(text.trim()));
  const isSame = text.trim() === file;
  return (
    <Setting
      title={t('Certificates')}
      text={t(
        'A PEM file with more certificate authorities to trust, such as those of your company. Remotes reconnect when it changes.',
      )}
      onSubmit={submit}
    >
      <div className={classNames(styles.withButton, styles.file)}>
        <Field
          label={t('File of certificates')}
          name="ca_file"
          className={shared.mono}
          placeholder="/etc/ssl/company.pem"
          value={text}
          errors={problem === undefined ? [] : [problem]}
          onValue={(next) => {
            type(next);
            forget();
          }}
        />
        <Button type="submit" busy={isBusy} disabledReason={isSame ? formatSame(file) : undefined}>
          {text.trim() === '' && file !== '' ? t('Trust no file') : t('Trust file')}
        </Button>
      </div>
    </Setting>
  );
}

function formatSame(file: string): string {
  return file === '' ? t('Type the path of a file first') : t('This file is trusted already');
}
