// Each finding of the doctor and each end of a server as it is really made is found in the catalogue, with all that is filled in.
import { expect, test } from 'vitest';
import { describeEnding, type EndingFacts } from '../../../embedded-server/hosting/endings.ts';
import { explainSilence } from '../../../embedded-server/hosting/silence.ts';
import { startError } from '../../../embedded-server/processes/start-errors.ts';
import { diagnose } from '../../../src-shared/builds/doctor/diagnose.ts';
import { german } from '../../../src-shared/text/de/index.ts';
import { createSpeech } from '../../../src-shared/text/speech.ts';
import { listingOf, machineOf } from '../../support/build-listing.ts';
import { cases } from '../builds/doctor/finding-cases.ts';

const { told } = createSpeech('de', german);
/** Words that German does not have. */
const english = /\b(the|this|is|its|which|and|of|not|has|after|with|to)\b/i;
/** What zod says, and why an archive can not be unpacked, are English in the middle of it. */
const mixed = new Set(['invalid_manifest', 'not_unpackable']);

test.each(cases)('$code: $what', ({ code, build, listing, machine = {} }) => {
  const own = listingOf(build);
  const entries = [...own.entries, ...(listing?.entries ?? [])];
  const { engine, findings } = diagnose({ ...own, ...listing, entries }, machineOf(machine));
  for (const finding of findings) {
    const { sentence, hint } = finding;
    expect(told(sentence)).not.toBe(sentence);
    expect(told(hint)).not.toBe(hint);
    if (!mixed.has(finding.code)) expect(`${told(sentence)} ${told(hint)}`).not.toMatch(english);
  }
  expect(findings.map((finding) => finding.code)).toContain(code);
  expect(told(engine.clue)).not.toMatch(english);
});

const ran: Omit<EndingFacts, 'exit'> = { stoppedBy: undefined, ranMs: 3_200, memoryLimit: 256, tail: [] };
const exit = { code: null, signal: null, outOfMemory: false };
const port = { name: 'game', protocol: 'udp' as const, port: 7_777 };
const end = (change: object, tail: string[] = []) => describeEnding({ ...ran, tail, exit: { ...exit, ...change } });

test.each<readonly [what: string, said: { problem: string | null; hint: string | null }]>([
  ['a code', end({ code: 3 }, ['No space left on device'])],
  ['a code that is passed on', end({ code: 139 })],
  ['no reason', end({})],
  ...['SIGSEGV', 'SIGKILL', 'SIGUSR2'].map((signal) => [`a ${signal}`, end({ signal })] as const),
  ['too many processes', end({ tooManyProcesses: true })],
  ['too much memory', end({ outOfMemory: true })],
  ['silence', explainSilence([port], [], '127.0.0.1', [])],
  ['another port', explainSilence([port], [{ protocol: 'udp', address: '::', port: 9 }], '127.0.0.1', [])],
  ['another address', explainSilence([port], [{ protocol: 'udp', address: '::1', port: 7_777 }], '127.0.0.1', [])],
  ...['ENOENT', 'ENOMEM', 'EMFILE', 'EIO'].map((code) => {
    return [
      code,
      { problem: startError('./a', Object.assign(new Error(code), { code })).message, hint: null },
    ] as const;
  }),
])('an end by %s', (_, { problem, hint }) => {
  const words = [problem, hint].filter((said) => said !== null);
  expect(words).not.toEqual([]);
  for (const said of words) {
    expect(told(said)).not.toBe(said);
    expect(told(said)).not.toMatch(english);
  }
});
