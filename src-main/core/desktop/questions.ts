// The words in which a person is asked about something from outside. Whose address it is always stands in them.
import type { DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import { isInTheClear } from '../http/address.ts';
import type { ConnectionFile } from './connection-file.ts';

export type Question = Omit<DesktopRequest, 'id'>;

type RemoteOptionsGiven = { kind: 'add_remote' | 'device_link'; url: string; name?: string };

export function linkQuestion({ kind, url, name }: RemoteOptionsGiven): Question {
  const { host } = new URL(url);
  const named = name === undefined ? {} : { name };
  if (kind === 'device_link') {
    const sentence = `A link asks Slipway to sign in to ${host}. It opens a page there in your browser, where somebody with access approves it. Go on only if you wanted that.`;
    return { kind, title: `Sign in to ${host}?`, sentence: sentence + inTheClear(url), url, ...named };
  }
  const sentence = `A link asks Slipway to add ${host} to your remotes. Builds that you push there go to the people who run it. Add it only if you know them.`;
  return {
    kind,
    title: `Add the remote ${host}?`,
    sentence: sentence + inTheClear(url),
    url,
    ...named,
    has_token: false,
  };
}

export function fileQuestion(fileName: string, { url, name, token, fingerprint }: ConnectionFile): Question {
  const { host } = new URL(url);
  const carries = token === undefined ? 'without a token' : 'with the token in it';
  const sentence = `${fileName} describes the remote ${host}, ${carries}. Builds that you push there go to the people who run it. Add it only if you trust who gave you the file.`;
  return {
    kind: 'add_remote',
    title: `Add the remote ${host}?`,
    sentence: sentence + inTheClear(url),
    url,
    ...(name === undefined ? {} : { name }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    has_token: token !== undefined,
  };
}

export function gameQuestion(instanceName: string): Question {
  const sentence = `A link asks Slipway to show one of your games on ${instanceName}. Nothing is changed by that.`;
  return { kind: 'open_game', title: `Open a game on ${instanceName}?`, sentence };
}

function inTheClear(url: string): string {
  return isInTheClear(url) ? ' Its address is not https: others on the way can read what is sent.' : '';
}
