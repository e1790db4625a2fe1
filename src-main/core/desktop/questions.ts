// The words in which a person is asked about something from outside. Whose address it is always stands in them.
import type { DesktopRequest } from '../../../src-shared/desktop/bridge.ts';
import { joined, type Message, messageFor } from '../../../src-shared/text/message.ts';
import { isInTheClear } from '../http/token-in-clear.ts';
import type { ConnectionFile } from './connection-file.ts';

export type Question = Omit<DesktopRequest, 'id'>;

type RemoteOptionsGiven = { kind: 'add_remote' | 'device_link'; url: string; name?: string };

export function linkQuestion({ kind, url, name }: RemoteOptionsGiven): Question {
  const { host } = new URL(url);
  const named = name === undefined ? {} : { name };
  if (kind === 'device_link') {
    const sentence = withWarning(messageFor('question.link-signs-in', { host }), url);
    return { kind, title: messageFor('question.sign-in', { host }), sentence, url, ...named };
  }
  return {
    kind,
    title: messageFor('question.add-remote', { host }),
    sentence: withWarning(messageFor('question.link-adds-remote', { host }), url),
    url,
    ...named,
    has_token: false,
  };
}

export function fileQuestion(fileName: string, { url, name, token, fingerprint }: ConnectionFile): Question {
  const { host } = new URL(url);
  const reason = token === undefined ? 'question.file-without-token' : 'question.file-with-token';
  return {
    kind: 'add_remote',
    title: messageFor('question.add-remote', { host }),
    sentence: withWarning(messageFor(reason, { file: fileName, host }), url),
    url,
    ...(name === undefined ? {} : { name }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    has_token: token !== undefined,
  };
}

export function gameQuestion(instanceName: string): Question {
  const sentence = messageFor('question.link-opens-game', { instance: instanceName });
  return { kind: 'open_game', title: messageFor('question.open-game', { instance: instanceName }), sentence };
}

function withWarning(question: Message, url: string): Message {
  return isInTheClear(url) ? joined(question, messageFor('question.in-the-clear')) : question;
}
