// Finds a port that stands in the build as a number, where servers are given others: nobody would reach the server.
import { type Message, messageFor } from '../../text/message.ts';
import { type Case, chosenEntry, type FindingRule } from './findings-input.ts';
import type { PortFound } from './report.ts';

const OPTION = /(?<=^|\s)(?:--?port|\+set net_port|\+net_port)[= ](\d{1,5})(?=\s|$)/m;
const COMMENTS = /^\s*#.*$/gm;
/** A script that may hand on what it is given. */
const HANDS_ON = /PORT|\$[@*{\d]/;
/** They read their port from their arguments alone. */
const byArguments = new Set(['unreal', 'source']);

type Port = Pick<PortFound, 'name' | 'internal_port'>;
/** `place` is what stands for the number that a server is given. */
type Fixed = { number: number; sentence: Message; place: string };

/** Of several ports it is not known which one is meant. */
export const fixedPort: FindingRule = {
  code: 'fixed_port',
  find: (at) => {
    const [port, ...more] = portsOf(at);
    if (port === undefined || more.length > 0) return [];
    const { name } = port;
    const fixed = ofScript(at, name) ?? ofArguments(at, name) ?? ofEngine(at, name);
    if (fixed === undefined || fixed.number === port.internal_port) return [];
    const { number, sentence, place } = fixed;
    const hint = messageFor('doctor.do-pass-or-set-port', { place, number: String(number), name });
    return [{ severity: 'warn', sentence, hint }];
  },
};

function portsOf({ manifest: { manifest }, engine }: Case): readonly Port[] {
  const own = Object.entries(manifest?.ports ?? {});
  return own.length === 0 ? engine.found.ports : own.map(([name, port]) => ({ ...port, name }));
}

function ofScript(at: Case, name: string): Fixed | undefined {
  const entry = at.chosen?.format === 'script' ? chosenEntry(at) : undefined;
  const path = entry?.path ?? '';
  const text = at.build.listing.texts.get(path)?.replaceAll(COMMENTS, '') ?? '';
  const found = HANDS_ON.test(text) ? null : OPTION.exec(text);
  if (found === null) return undefined;
  const sentence = messageFor('doctor.port-in-script', { path, option: found[0], name });
  return { number: Number(found[1]), sentence, place: '"$PORT"' };
}

function ofArguments({ manifest: { manifest } }: Case, name: string): Fixed | undefined {
  const found = OPTION.exec((manifest?.arguments ?? []).join(' '));
  if (found === null) return undefined;
  const sentence = messageFor('doctor.port-in-arguments', { option: found[0], name });
  return { number: Number(found[1]), sentence, place: '{port}' };
}

function ofEngine({ engine, manifest: { manifest } }: Case, name: string): Fixed | undefined {
  const number = engine.found.ports[0]?.internal_port;
  if (manifest?.arguments === undefined || number === undefined || !byArguments.has(engine.name)) return undefined;
  const isGiven = manifest.arguments.some((word) => word.includes('{port')) || manifest.templates !== undefined;
  const sentence = messageFor('doctor.port-of-engine', { number: String(number), name });
  return isGiven ? undefined : { number, sentence, place: '{port}' };
}
