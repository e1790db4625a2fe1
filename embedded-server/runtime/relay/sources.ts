// Who of those that send to a server plays there. A server list asks a server what it is and falls silent; a player goes on. So a
// source counts once it has talked for longer than a query does, and holds one of the server's places only while it talks.
import type { RelayProtocol } from './messages.ts';

/**
 * `young`: it talks, and nobody can tell yet whether it will go on. `player`: it has, and plays until its connection or session
 * ends. `silent`: one over UDP that says nothing any more: it keeps its place, as it may be loading, and most likely has left.
 * `quiet`: it never went on; it may well come back, as some games ask and play from one address. `gone`: it left.
 */
type Standing = 'young' | 'player' | 'silent' | 'quiet' | 'gone';
/** A TCP connection or a UDP session, over all ports of a server. */
export type Source = {
  readonly protocol: RelayProtocol;
  standing: Standing;
  /** Since when it talks, and how often it did since then. */
  since: number;
  packets: number;
  lastAt: number;
};

export type Sources = {
  /** Whether one more may talk. */
  hasRoom(): boolean;
  enter(protocol: RelayProtocol, now: number): Source;
  /** It has sent something. False when it was quiet and there is no room for it any more. */
  heard(source: Source, now: number): boolean;
  /** While nothing passes nobody is let in: who comes then begins to talk when it ends. */
  setHeld(isHeld: boolean, now: number): void;
  /** More than once is the same as once. What it may still send makes it nobody again. */
  leave(source: Source): void;
  /** Who has a place keeps it, also when there are fewer. */
  setMost(count: number): void;
  most(): number;
  counts(): { players: number; young: number; silent: number };
  close(): void;
};

/** Longer than any query takes, and any pause that a player makes; soon enough for a person who looks at the number. */
const TALK_MS = 5_000;
/** For so many times that time a player over UDP says nothing before it is counted no more: games send several packets a second. */
const SILENT_TIMES = 3;
/** All that a server list asks at once are six: three questions, each with its challenge. */
const LEAST_DATAGRAMS = 10;
/** How often those who may fall quiet are looked at, as a part of the time that they have. */
const LOOKS = 5;

export function createSources(maxPlayers: number, onChange: () => void, talkMs: number = TALK_MS): Sources {
  const young = new Set<Source>();
  /** Players who may fall silent. */
  const playing = new Set<Source>();
  let players = 0;
  let silent = 0;
  let most = maxPlayers;
  let isHeld = false;
  let looking: NodeJS.Timeout | undefined;
  const settle = (source: Source, standing: Standing) => {
    source.standing = standing;
    young.delete(source);
    if (standing === 'player') players += 1;
    if (standing === 'player' && source.protocol === 'udp') playing.add(source);
    onChange();
  };
  const fallSilent = (source: Source) => {
    source.standing = 'silent';
    playing.delete(source);
    players -= 1;
    silent += 1;
    onChange();
  };
  const look = () => {
    const now = Date.now();
    for (const source of young) {
      const next = standingOf(source, now, talkMs);
      if (next !== 'young' && !(isHeld && next === 'player')) settle(source, next);
    }
    for (const source of playing) if (now - source.lastAt >= talkMs * SILENT_TIMES) fallSilent(source);
    looking = undefined;
    if (young.size + playing.size > 0) lookSoon();
  };
  const lookSoon = () => {
    looking ??= setTimeout(look, talkMs / LOOKS);
  };
  const begin = (source: Source) => {
    young.add(source);
    lookSoon();
    onChange();
  };
  const hasRoom = () => players + silent + young.size < most;
  /** It has its place still. */
  const goOn = (source: Source, now: number) => {
    silent -= 1;
    source.lastAt = now;
    settle(source, 'player');
    lookSoon();
  };
  return {
    hasRoom,
    enter: (protocol, now) => {
      const source: Source = { protocol, standing: 'young', since: now, packets: 0, lastAt: now };
      begin(source);
      return source;
    },
    heard: (source, now) => {
      if (source.standing === 'gone') return true;
      if (source.standing === 'player') {
        source.lastAt = now;
        return true;
      }
      if (source.standing === 'silent') {
        goOn(source, now);
        return true;
      }
      if (source.standing === 'quiet') {
        if (!hasRoom()) return false;
        Object.assign(source, { standing: 'young', since: now, packets: 0 });
        begin(source);
      }
      source.packets += 1;
      source.lastAt = now;
      if (!isHeld && standingOf(source, now, talkMs) === 'player') settle(source, 'player');
      return true;
    },
    setHeld: (next, now) => {
      isHeld = next;
      if (isHeld) return;
      // What came over TCP passes now; datagrams are lost.
      for (const source of young) {
        source.since = now;
        if (source.protocol === 'udp') source.packets = 0;
      }
    },
    leave: (source) => {
      if (source.standing === 'player') players -= 1;
      if (source.standing === 'silent') silent -= 1;
      young.delete(source);
      playing.delete(source);
      if (source.standing !== 'gone') onChange();
      source.standing = 'gone';
    },
    setMost: (count) => {
      most = count;
    },
    most: () => most,
    counts: () => ({ players, young: young.size, silent }),
    close: () => clearTimeout(looking),
  };
}

/** An open connection may be silent: it counts when it has said something. Datagrams are counted, as they come again and again. */
function standingOf({ protocol, since, packets, lastAt }: Source, now: number, talkMs: number): Standing {
  if (protocol === 'tcp') {
    if (now - since < talkMs) return 'young';
    return packets > 0 ? 'player' : 'quiet';
  }
  // By what it sent, not by how long ago: a burst of questions becomes no player while it is looked at later.
  if (lastAt - since >= talkMs && packets >= LEAST_DATAGRAMS) return 'player';
  return now - lastAt >= talkMs ? 'quiet' : 'young';
}
