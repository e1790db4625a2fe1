// Asks about the oldest thing that came from outside: a link or a connection file. Closing it is a no.
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { AnswerOutcome, DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import shared from '../../design/shared.module.css';
import { goTo } from '../../routes/route-store.ts';
import { phrase, t, translate } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { createPrivateDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import { openLink } from '../host/host-actions.ts';
import styles from './desktop.module.css';
import { accept, dismiss, watchDeviceLink } from './desktop-actions.ts';
import { consentOf, factsOf, wantsToken, yesOf } from './desktop-selectors.ts';
import { useDesktop } from './desktop-store.ts';

/** By remote: the same link may be opened again after it was closed. */
const { useDraft } = createPrivateDrafts('request-token', z.string());

/** One question at a time. */
export function RequestDialog() {
  const request = useDesktop((state) => state.requests[0]);
  if (request === undefined) return null;
  return (
    <Dialog
      key={request.id}
      open
      onOpenChange={(open) => !open && void dismiss(request.id)}
      title={translate(request.title)}
      text={translate(request.sentence)}
    >
      {request.kind === 'refused' ? <Refused id={request.id} /> : <Question request={request} />}
    </Dialog>
  );
}

function Refused({ id }: { id: string }) {
  return (
    <div className={dialogStyles.foot}>
      <Button kind="primary" onClick={() => void dismiss(id)}>
        {t('Close')}
      </Button>
    </div>
  );
}

function Question({ request }: { request: DesktopRequest }) {
  const { draft: token, type, release } = useDraft(request.url ?? request.id, '');
  const { submit, busy, problem, consent } = useYes(request, token, release);
  const cancel = () => {
    release();
    void dismiss(request.id);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className={dialogStyles.body}>
        <Facts request={request} />
        {wantsToken(request) && (
          <Field
            label={t('Token')}
            type="password"
            value={token}
            hint={t('You get it from the people who run the remote. It is stored as safely as this system allows.')}
            errors={problem === undefined ? [] : [problem]}
            onValue={type}
          />
        )}
        {problem !== undefined && !wantsToken(request) && (
          <InlineError title={t('That did not work')}>{problem}</InlineError>
        )}
        {consent !== undefined && <InlineError title={consent.title}>{consent.sentence}</InlineError>}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        <Button type="submit" kind={consent === undefined ? 'primary' : 'bad'} busy={busy}>
          {consent?.yes ?? yesOf(request)}
        </Button>
      </div>
    </form>
  );
}

/** What a person has to agree to as well is asked before it is done. */
function useYes(request: DesktopRequest, token: string, onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<AnswerOutcome>();
  const consent = consentOf(outcome);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const given = token === '' ? {} : { token };
    const came = await accept({ request_id: request.id, ...given, ...consent?.answer });
    setBusy(false);
    if ('problem' in came) setProblem(came.problem);
    else if (consentOf(came.outcome) !== undefined) setOutcome(came.outcome);
    else {
      onDone();
      goOn(came.outcome);
    }
  };
  return { submit, busy, problem, consent };
}

function Facts({ request }: { request: DesktopRequest }) {
  return (
    <dl className={styles.facts}>
      {factsOf(request).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classNames(shared.mono, shared.selectable)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What follows in the window once it is done. */
function goOn(outcome: AnswerOutcome): void {
  if (outcome.outcome === 'added')
    say({ state: 'done', title: phrase('The remote was added'), detail: outcome.probe.sentence });
  if (outcome.outcome === 'opened') {
    goTo({ page: 'game', instance_id: outcome.instance_id, game_id: outcome.game_id });
  }
  if (outcome.outcome === 'waiting') {
    const { link } = outcome;
    watchDeviceLink(link);
    void openLink(link.link);
    say({ state: 'waiting', title: phrase('Approve this device to sign in'), detail: link.link }, [
      { label: t('Open the page again'), run: () => void openLink(link.link) },
    ]);
  }
}
