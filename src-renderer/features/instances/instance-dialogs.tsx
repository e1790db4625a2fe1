// The dialogs about one remote: another name, another token, its certificate, and taking it out of the list.
import { useRef } from 'react';
import { z } from 'zod';
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import shared from '../../design/shared.module.css';
import { rich } from '../../text/rich.ts';
import { plural, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createDrafts, createPrivateDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './connect/connect.module.css';
import { CertificateFacts } from './connect/consent-question.tsx';
import {
  closeInstanceDialog,
  pinCertificate,
  removeInstance,
  renameInstance,
  signInAgain,
} from './instances-actions.ts';
import { type Ending, type InstanceDialogKind, useInstances } from './instances-store.ts';

const names = createDrafts('remote-name', z.string());
const tokens = createPrivateDrafts('remote-token', z.string());

const titles: Record<InstanceDialogKind, (name: string) => string> = {
  rename: (name) => t('Rename {name}', { name }),
  'sign-in': (name) => t('Sign in to {name} again', { name }),
  certificate: (name) => t('The certificate of {name}', { name }),
  remove: (name) => t('Remove {name}', { name }),
  restart: (name) => t('Restart {name}', { name }),
  choose_folder: (name) => t('Change the data folder of {name}', { name }),
};

/** At most one is open. It closes by itself when its instance goes away. */
export function InstanceDialogs() {
  const { dialog, instances } = useInstances();
  const instance = instances?.find(({ id }) => id === dialog?.instance_id);
  const first = useRef<HTMLInputElement>(null);
  if (dialog === undefined || instance === undefined) return null;
  const forms = {
    rename: Rename,
    'sign-in': SignIn,
    certificate: Certificate,
    remove: Remove,
    restart: Restart,
    choose_folder: ChooseFolder,
  } as const;
  const Form = forms[dialog.kind];
  return (
    <Dialog open onOpenChange={closeInstanceDialog} title={titles[dialog.kind](instance.name)} initialFocus={first}>
      <Form instance={instance} first={first} />
    </Dialog>
  );
}

type FormProps = { instance: InstanceView; first: React.RefObject<HTMLInputElement | null> };

function Rename({ instance, first }: FormProps) {
  const { draft: name, type, release } = names.useDraft(instance.id, instance.name);
  const run = () => (name.trim() === '' ? Promise.resolve(t('Type a name.')) : renameInstance(instance, name.trim()));
  return (
    <AskForm action={t('Rename')} run={run} release={release}>
      {(failure) => (
        <Field
          ref={first}
          label={t('Name')}
          value={name}
          onValue={type}
          errors={failure === undefined ? [] : [failure]}
          hint={t('Only in this app. Nothing changes on the instance.')}
        />
      )}
    </AskForm>
  );
}

function SignIn({ instance, first }: FormProps) {
  const { draft: token, type, release } = tokens.useDraft(instance.id, '');
  const run = () =>
    token.trim() === ''
      ? Promise.resolve(t('Paste the token that the people who run it gave you.'))
      : signInAgain(instance, token);
  return (
    <AskForm action={t('Sign in')} run={run} release={release}>
      {(failure) => (
        <Field
          ref={first}
          type="password"
          label={t('Token')}
          value={token}
          onValue={type}
          errors={failure === undefined ? [] : [failure]}
          hint={t('The new token is tried at {url} first. The current one stays until it works.', {
            url: instance.url ?? '',
          })}
        />
      )}
    </AskForm>
  );
}

function Remove({ instance }: FormProps) {
  return (
    <AskForm action={t('Remove {instance}', { instance: instance.name })} isBad run={() => removeInstance(instance)}>
      {(failure) => (
        <>
          <p className={shared.small}>
            {rich(
              'Slipway forgets the address {url} and its token. Nothing changes on the remote: its games, builds and servers stay. You can connect it again with the address and a token.',
              { url: <span className={shared.mono}>{instance.url}</span> },
            )}
          </p>
          {failure !== undefined && <InlineError title={t('It was not removed')}>{failure}</InlineError>}
        </>
      )}
    </AskForm>
  );
}

function Restart({ instance: { name } }: FormProps) {
  return (
    <EndServers action={t('Restart {name}', { name })}>
      {t(
        'Namespaces then start the servers that they keep again, also where restarts have stopped. Servers started by hand stay ended.',
      )}
    </EndServers>
  );
}

function ChooseFolder() {
  return (
    <EndServers action={t('Choose a folder')}>
      {t('Namespaces in the other folder then start the servers that they keep.')}
    </EndServers>
  );
}

const nothing: Ending = { servers: 0, players: 0, run: () => Promise.resolve() };

/** It closes at once: how it goes on is said where the instance is. */
function EndServers({ action, children }: { action: string; children: string }) {
  const { servers, players, run: end } = useInstances((state) => state.dialog?.ending) ?? nothing;
  const run = async () => {
    void end();
    return undefined;
  };
  return (
    <AskForm action={action} isBad run={run}>
      {() => (
        <>
          <p className={shared.small}>
            {plural(
              servers,
              '{n} server runs on it and will be stopped.',
              '{n} servers run on it and will be stopped.',
            )}{' '}
            {players > 0 && plural(players, '{n} player will be disconnected.', '{n} players will be disconnected.')}
          </p>
          <p className={shared.small}>{children}</p>
        </>
      )}
    </AskForm>
  );
}

type AskProps = {
  action: string;
  isBad?: boolean;
  /** Answers what went wrong, if anything did. */
  run: () => Promise<string | undefined>;
  /** Of what was typed. */
  release?: () => void;
  children: (failure: string | undefined) => React.ReactNode;
};

/** A question with one action. It closes when that is done. */
function AskForm({ action, isBad, run, release, children }: AskProps) {
  const close = () => {
    release?.();
    closeInstanceDialog();
  };
  const ask = async () => {
    const found = await run();
    if (found === undefined) close();
    return found;
  };
  const { submit, isBusy, problem } = useSubmit(ask);
  return (
    <form noValidate onSubmit={submit}>
      <div className={dialogStyles.body}>{children(problem)}</div>
      <div className={dialogStyles.foot}>
        <Button onClick={close}>{t('Cancel')}</Button>
        <Button type="submit" kind={isBad ? 'bad' : 'primary'} busy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** A certificate that is not trusted can be trusted here, after a look at its fingerprint. */
function Certificate({ instance }: FormProps) {
  const certificate = instance.state === 'refused' ? instance.certificate : undefined;
  const pinned = instance.kind === 'remote' ? instance.pinned_fingerprint : undefined;
  if (certificate === undefined) {
    return (
      <div className={classNames(dialogStyles.body, shared.small)}>
        {pinned === undefined ? (
          <p>{t('This machine trusts it: a known authority signed it, and its name and dates are right.')}</p>
        ) : (
          <>
            <p>{t('No known authority signed it. You trusted this certificate, and Slipway accepts no other:')}</p>
            <p className={classNames(styles.certificatePinned, shared.mono)}>
              {pinned} <CopyButton text={pinned} label={t('Copy the fingerprint')} />
            </p>
          </>
        )}
      </div>
    );
  }
  return (
    <AskForm action={t('Trust this certificate')} isBad run={() => pinCertificate(instance, certificate.fingerprint)}>
      {(failure) => (
        <>
          <p className={shared.small}>
            {pinned === undefined
              ? t('No known authority signed it.')
              : t('It is not the one that you trusted before.')}{' '}
            {t('Compare its fingerprint with the one that the people who run the remote give you.')}
          </p>
          <CertificateFacts certificate={certificate} />
          {failure !== undefined && <InlineError title={t('It was not trusted')}>{failure}</InlineError>}
        </>
      )}
    </AskForm>
  );
}
