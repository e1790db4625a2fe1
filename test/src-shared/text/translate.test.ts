// Each finding of the doctor and each end of a server as it is really made is translated, with all that is filled in.
import { expect, test } from 'vitest';
import { describeEnding, type EndingFacts } from '../../../embedded-server/runtime/hosting-thread/describe-ending.ts';
import { explainNotListening } from '../../../embedded-server/runtime/hosting-thread/explain-not-listening.ts';
import { startError } from '../../../embedded-server/runtime/processes/start-errors.ts';
import { diagnose } from '../../../src-shared/builds/doctor/diagnose.ts';
import { type Sentence, textOf } from '../../../src-shared/text/message.ts';
import { listingOf, machineOf } from '../../support/build-listing.ts';
import { leftInEnglish, translate } from '../../support/in-german.ts';
import { cases } from '../builds/doctor/finding-cases.ts';

test.each(cases)('$code: $what', async ({ code, build, listing, machine = {} }) => {
  const own = listingOf(build);
  const entries = [...own.entries, ...(listing?.entries ?? [])];
  const { engine, findings } = await diagnose({ ...own, ...listing, entries }, machineOf(machine));
  for (const finding of findings) {
    const { sentence, hint } = finding;
    expect(translate(sentence)).not.toBe(textOf(sentence));
    expect(translate(hint)).not.toBe(textOf(hint));
    expect([...leftInEnglish(sentence), ...leftInEnglish(hint)]).toEqual([]);
  }
  expect(findings.map((finding) => finding.code)).toContain(code);
  // The name of a file says it all where there is one.
  if (typeof engine.clue !== 'string') expect(leftInEnglish(engine.clue)).toEqual([]);
});

const ran: Omit<EndingFacts, 'exit'> = { stoppedBy: undefined, ranMs: 3_200, memoryLimit: 256, tail: [] };
const exit = { code: null, signal: null, outOfMemory: false };
const port = { name: 'game', protocol: 'udp' as const, port: 7_777, reachedAt: '127.0.0.1' };
const end = (change: object, tail: string[] = []) => describeEnding({ ...ran, tail, exit: { ...exit, ...change } });

test.each<readonly [what: string, said: { problem: Sentence | null; hint: Sentence | null }]>([
  ['a code', end({ code: 3 }, ['No space left on device'])],
  ['a code that is passed on', end({ code: 139 })],
  ['no reason', end({})],
  ...['SIGSEGV', 'SIGKILL', 'SIGUSR2'].map((signal) => [`a ${signal}`, end({ signal })] as const),
  ['too many processes', end({ tooManyProcesses: true })],
  ['too much memory', end({ outOfMemory: true })],
  ['silence', explainNotListening([port], [], [])],
  ['another port', explainNotListening([port], [{ protocol: 'udp', address: '::', port: 9 }], [])],
  ['another port of TCP', explainNotListening([port], [{ protocol: 'tcp', address: '::', port: 9 }], [])],
  ['another address', explainNotListening([port], [{ protocol: 'udp', address: '::1', port: 7_777 }], [])],
  ...['ENOENT', 'ENOMEM', 'EMFILE', 'EIO'].map((code) => {
    return [
      code,
      { problem: startError('./a', Object.assign(new Error(code), { code })).toMessage(), hint: null },
    ] as const;
  }),
])('an end by %s', (_, { problem, hint }) => {
  const words = [problem, hint].filter((sentence) => sentence !== null);
  expect(words).not.toEqual([]);
  for (const sentence of words) {
    expect(translate(sentence)).not.toBe(textOf(sentence));
    expect(leftInEnglish(sentence)).toEqual([]);
  }
});
