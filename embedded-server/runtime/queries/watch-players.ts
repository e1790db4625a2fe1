// Asks a server every few seconds how many play on it, as long as it runs, and says in its log when it stops answering.
import { askPlayers, type Question } from './ask.ts';

export type PlayerWatch = { stop(): void };
export type PlayerWatchOptions = {
  /** It says another number than before, or none any more. */
  onPlayers(players: number | undefined): void;
  /** A line for its log. */
  note(text: string): void;
  everyMs?: number;
  /** How long an answer may take. */
  timeoutMs?: number;
};

/** Less than it takes until a connection counts as a player: a server that empties is asked before it is believed to be empty. */
const EVERY_MS = 3_000;
/** One answer may be lost, or late in a busy moment. */
const MISSES = 3;

export function watchPlayers(question: Question, options: PlayerWatchOptions): PlayerWatch {
  const { onPlayers, note, everyMs = EVERY_MS, timeoutMs } = options;
  const { query, port } = question;
  let last: number | undefined;
  let misses = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const hear = (players: number | undefined) => {
    misses = players === undefined ? misses + 1 : 0;
    if (misses === MISSES) {
      note(`It does not answer the query "${query}" on its port ${port}. Its players are counted by connections.`);
    }
    const now = players === undefined && misses < MISSES ? last : players;
    if (now === last) return;
    if (last === undefined) note(`It answers the query "${query}" on its port ${port}, which says who plays.`);
    last = now;
    onPlayers(now);
  };
  const ask = async () => {
    const players = await askPlayers(question, timeoutMs);
    if (isStopped) return;
    hear(players);
    timer = setTimeout(() => void ask(), everyMs);
  };
  void ask();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
