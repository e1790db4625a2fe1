// Connects a remote by token or by device link. Each failure is put at the field that can mend it.
import { z } from 'zod';
import { AppError, asAppError } from '../../../../src-shared/errors/app-error.ts';
import type { DeviceLinkView, ProbeView } from '../../../../src-shared/instances/bridge.ts';
import { client } from '../../../bridge/client.ts';
import { goTo } from '../../../routes/route-store.ts';
import { phrase, t, translate } from '../../../text/t.ts';
import { createDrafts } from '../../../ui/drafts.ts';
import { say } from '../../../ui/notices/notices-actions.ts';
import { openLink } from '../../host/host-actions.ts';
import { openInstance } from '../instances-actions.ts';
import { problemAt } from './connect-selectors.ts';
import { type SignIn, useConnect } from './connect-store.ts';

const nothingTyped = { url: '', name: '', token: '', agreed: {}, consent: undefined, problem: undefined } as const;

/** The address alone: a token is never stored, nor an address that holds one. */
const addresses = createDrafts('remote-address', z.string(), (url) => (/[?@]/.test(url) ? undefined : url));
const NEW = 'new';

/** Brings back the address that was typed before a reload of the window. */
export function recallAddress(): () => void {
  const url = addresses.read(NEW);
  if (url !== undefined) useConnect.setState({ url });
  return () => undefined;
}

/** Mirrors the device links until the answer is called, and opens the instance when the one asked for here is done. */
export function followDeviceLinks(): () => void {
  return client.subscribe('instances.deviceLinks', {}, { next: takeLinks });
}

function takeLinks(links: DeviceLinkView[]): void {
  const { link_id } = useConnect.getState();
  const mine = links.find(({ id }) => id === link_id);
  useConnect.setState({ links });
  if (mine?.state !== 'done' || mine.instance_id === undefined) return;
  release();
  useConnect.setState({ link_id: undefined });
  openAdded(
    mine.instance_id,
    t('The remote is connected'),
    t('Somebody opened the link there and chose a game for it.'),
  );
}

/** Opens or closes the form as a dialog. */
export function setConnecting(dialog: boolean): void {
  useConnect.setState({ dialog });
}

/** Another address is another question: what was agreed to for the one before does not count. */
export function typeUrl(url: string): void {
  useConnect.setState({ url, agreed: {}, consent: undefined, problem: undefined });
  addresses.keep(NEW, url === '' ? undefined : url);
}

/** Whatever it is called, what was agreed to counts. */
export function typeName(name: string): void {
  const { problem } = useConnect.getState();
  useConnect.setState({ name, problem: problem?.field === 'name' ? undefined : problem });
}

/** Nothing where it is to be called by its address. */
function named(): { name?: string } {
  const name = useConnect.getState().name.trim();
  return name === '' ? {} : { name };
}

/** What was pasted. Line ends and spaces around it are cut by the core. */
export function typeToken(token: string): void {
  useConnect.setState({ token, consent: undefined, problem: undefined });
}

/** Looks at the remote with the token, and takes it in if it is found good. */
export async function connectByToken(): Promise<void> {
  const { url, token, agreed, busy } = useConnect.getState();
  if (busy !== undefined || lacksUrl(url, 'token')) return;
  if (token.trim() === '') {
    useConnect.setState({
      problem: { field: 'token', message: t('Paste the token that the people who run it gave you.') },
    });
    return;
  }
  await whileBusy('token', async () => {
    const answer = await client.call('instances.add', { url, token, ...named(), ...agreed });
    if (answer.outcome === 'added') takeAdded(answer.instance_id, answer.probe);
    else useConnect.setState({ consent: { ...answer, by: 'token' } });
  });
}

/** Asks the remote for a link that somebody opens there. */
export async function askForLink(): Promise<void> {
  const { url, agreed, busy } = useConnect.getState();
  if (busy !== undefined || lacksUrl(url, 'link')) return;
  await whileBusy('link', async () => {
    const answer = await client.call('instances.addByDeviceLink', { url, ...named(), ...agreed });
    if (answer.outcome !== 'waiting') {
      useConnect.setState({ consent: { ...answer, by: 'link' } });
      return;
    }
    const others = useConnect.getState().links.filter(({ id }) => id !== answer.link.id);
    useConnect.setState({ link_id: answer.link.id });
    takeLinks([...others, useConnect.getState().links.find(({ id }) => id === answer.link.id) ?? answer.link]);
  });
}

/** Agrees to what was asked, for this address, and goes on. */
export async function agree(): Promise<void> {
  const { consent, agreed } = useConnect.getState();
  if (consent === undefined) return;
  const more =
    consent.outcome === 'certificate'
      ? { trust_fingerprint: consent.certificate.fingerprint }
      : { allow_in_the_clear: true };
  useConnect.setState({ consent: undefined, agreed: { ...agreed, ...more } });
  await (consent.by === 'token' ? connectByToken() : askForLink());
}

/** Does not agree. What was typed stays. */
export function decline(): void {
  useConnect.setState({ consent: undefined });
}

/** Takes back a link, or forgets one that ended. */
export async function dropLink(link_id: string): Promise<void> {
  useConnect.setState(({ links }) => ({ link_id: undefined, links: links.filter(({ id }) => id !== link_id) }));
  try {
    await client.call('instances.cancelDeviceLink', { link_id });
  } catch (thrown) {
    useConnect.setState({ problem: { field: 'link', message: asAppError(thrown).message } });
  }
}

/** Opens the link in the person's browser. */
export async function showLink(link: string): Promise<void> {
  try {
    await openLink(link);
  } catch (thrown) {
    say({ state: 'failed', title: phrase('The link could not be opened'), detail: asAppError(thrown).toMessage() });
  }
}

function lacksUrl(url: string, by: SignIn): boolean {
  if (url.trim() !== '') return false;
  const text = t('Type the address of the remote, like https://games.example.');
  const error = new AppError('INSTANCE_ADDRESS', { text });
  useConnect.setState({ problem: problemAt(error, by) });
  return true;
}

async function whileBusy(by: SignIn, run: () => Promise<void>): Promise<void> {
  useConnect.setState({ busy: by, problem: undefined, consent: undefined, askedAt: location.hash });
  try {
    await run();
  } catch (thrown) {
    useConnect.setState({ problem: problemAt(asAppError(thrown), by) });
  } finally {
    useConnect.setState({ busy: undefined });
  }
}

function takeAdded(instance_id: string, probe: ProbeView): void {
  release();
  openAdded(instance_id, t('The remote is connected'), translate(probe.sentence));
}

/** Of what was typed. */
function release(): void {
  useConnect.setState(nothingTyped);
  addresses.keep(NEW, undefined);
}

/** Nobody is taken away from a page that they went to meanwhile. */
function openAdded(instance_id: string, title: string, detail: string): void {
  const open = () => {
    openInstance(instance_id);
    goTo({ page: 'instance', instance_id });
  };
  const isStillThere = useConnect.getState().askedAt === location.hash;
  setConnecting(false);
  if (isStillThere) open();
  say({ state: 'done', title, detail }, isStillThere ? [] : [{ label: t('View details'), run: open }]);
}
