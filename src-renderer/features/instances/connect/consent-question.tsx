// What a person has to agree to before a token goes to a remote: a certificate nobody vouches for, or a way that others can read.
import { useEffect, useRef } from 'react';
import type { CertificateView } from '../../../../src-shared/instances/bridge.ts';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { t, translate } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './connect.module.css';
import { agree, decline } from './connect-actions.ts';
import type { Consent } from './connect-store.ts';

/** Takes the focus, since nothing goes on before it is answered; the safe answer comes first. */
export function ConsentQuestion({ consent }: { consent: Consent }) {
  const region = useRef<HTMLDivElement>(null);
  // The same form may stand on the page under the dialog; only the one in front is asked.
  useEffect(() => {
    if (region.current?.closest('[inert], [aria-hidden="true"]') === null) region.current.focus();
  }, []);
  const isCertificate = consent.outcome === 'certificate';
  const title = isCertificate ? t('This certificate is not trusted') : t('Others can read what is sent');
  return (
    <div ref={region} className={styles.consent} role="alertdialog" aria-label={title} tabIndex={-1}>
      <strong>
        <StateGlyph state="notice" />
        {title}
      </strong>
      <p>{translate(consent.sentence)}</p>
      {isCertificate && <CertificateFacts certificate={consent.certificate} />}
      <div className={styles.consentActions}>
        <Button small onClick={decline}>
          {t('Do not connect')}
        </Button>
        <Button small kind="bad" onClick={() => void agree()}>
          {isCertificate ? t('Trust this certificate') : t('Send it unencrypted')}
        </Button>
      </div>
    </div>
  );
}

/** What there is to compare: first of all the fingerprint, whole. */
export function CertificateFacts({ certificate }: { certificate: CertificateView }) {
  const { fingerprint, subject, issuer, names, valid_from, valid_to, self_signed } = certificate;
  const rows = [
    [t('For'), names === '' ? subject : names],
    [t('Signed by'), self_signed ? t('itself') : issuer],
    [t('Valid'), t('{from} to {to}', { from: valid_from, to: valid_to })],
  ] as const;
  return (
    <dl className={styles.certificate}>
      <div>
        <dt>
          SHA-256 <CopyButton text={fingerprint} label={t('Copy the fingerprint')} />
        </dt>
        <dd className={shared.mono}>{fingerprint}</dd>
      </div>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
