// What the rule of an engine answers.
import type { Sentence } from '../../text/message.ts';
import type { PortFound, ProgramFound } from './report.ts';

/** What an engine's rule found: the clue, the programs it points at, and what such a program is started with. */
export type EngineFound = {
  clue: Sentence;
  /** Below the root, the best first. */
  preferred: readonly string[];
  argumentsOf(program: ProgramFound): readonly string[];
  ports: readonly PortFound[];
};
