// Who of those that send to a server plays there. A server list asks a server what it is and falls silent; a player goes on. So a
// source counts once it has talked for longer than a query does, and holds one of the server's places only while it talks.
import type { RelayProtocol } from './messages.ts';

type Standing =
  /** It talks, and nobody can tell yet whether it will go on. */
  | 'young'
  /** It went on, and plays until its connection or session ends. */
  | 'player'
  /** A player over UDP who says nothing any more, or is answered no more. It keeps its place: one of the two may be loading. */
  | 'silent'
  /** It never went on. It may come back to play: some games ask and play from one address. */
  | 'quiet'
  /** It sends on, and the server has answered others for long but not it: it was kicked. It has no place. */
  | 'ignored'
  /** It left. */
  | 'gone';
/** The answers of a server at one of its ports over UDP. Some ports only take in, voice for example. */
export type Answers = {
  /** Since when they come without a long pause. */
  since: number;
  lastAt: number | undefined;
};
/** A TCP connection or a UDP session, over all ports of a server. */
export type Source = {
  readonly protocol: RelayProtocol;
  /** Of the port that it sends to. */
  readonly answers: Answers;
  standing: Standing;
  /** Since when it talks, and how often it did since then. */
  since: number;
  packets: number;
  lastAt: number;
  /** Since when it waits for something from the server, unless that has come. */
  askedAt: number;
  isAnswered: boolean;
};

export type Sources = {
  /** Whether one more may talk. */
  hasRoom(): boolean;
  enter(protocol: RelayProtocol, now: number, answers: Answers): Source;
  /** It has sent something. False when it was quiet and there is no room for it any more. */
  heard(source: Source, now: number): boolean;
  /** The server has sent it something. */
  answered(source: Source, now: number): void;
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
/**
 * And for so many whom the server does not answer, while it answers others, has its place no more: a game that kicks somebody need not
 * tell it. A server that answers nobody may be loading, or stand still in a debugger.
 */
const IGNORED_TIMES = 12;
/** All that a server list asks at once are six: three questions, each with its challenge. */
const LEAST_DATAGRAMS = 10;
/** How often those who may fall quiet are looked at, as a part of the time that they have. */
const LOOKS = 5;

export function createSources(maxPlayers: number, onChange: () => void, talkMs: number = TALK_MS): Sources {
  const young = new Set<Source>();
  /** Players who may fall silent. */
  const playing = new Set<Source>();
  /** Those among the silent who may come to be ignored. */
  const unanswered = new Set<Source>();
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
  const isWaiting = ({ isAnswered, answers }: Source) => answers.lastAt !== undefined && !isHeld && !isAnswered;
  /** For how long it waits while the server answers others. */
  const passedOverMs = ({ askedAt, answers }: Source) => (answers.lastAt ?? 0) - Math.max(askedAt, answers.since);
  const longPauseMs = talkMs * SILENT_TIMES;
  const isMute = ({ lastAt }: Source, now: number) => now - lastAt >= longPauseMs;
  const lookAtPlayer = (source: Source, now: number) => {
    if (isMute(source, now)) fallSilent(source);
    else if (isWaiting(source) && now - source.askedAt >= longPauseMs) {
      fallSilent(source);
      unanswered.add(source);
    }
  };
  const lookAtUnanswered = (source: Source, now: number) => {
    if (isMute(source, now)) unanswered.delete(source);
    else if (isWaiting(source) && passedOverMs(source) >= talkMs * IGNORED_TIMES) {
      unanswered.delete(source);
      source.standing = 'ignored';
      silent -= 1;
      onChange();
    }
  };
  const look = () => {
    const now = Date.now();
    for (const source of young) {
      const next = standingOf(source, now, talkMs);
      if (next !== 'young' && !(isHeld && next === 'player')) settle(source, next);
    }
    for (const source of playing) lookAtPlayer(source, now);
    for (const source of unanswered) lookAtUnanswered(source, now);
    looking = undefined;
    if (young.size + playing.size + unanswered.size > 0) lookSoon();
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
  /** It has its place still: it was silent for long, or the server answers again. */
  const hearSilent = (source: Source, now: number) => {
    if (isMute(source, now)) source.askedAt = now;
    else if (!source.isAnswered) {
      source.lastAt = now;
      return;
    }
    unanswered.delete(source);
    silent -= 1;
    hearPlayer(source, now);
    settle(source, 'player');
    lookSoon();
  };
  const hearYoung = (source: Source, now: number) => {
    source.packets += 1;
    hearPlayer(source, now);
    if (!isHeld && standingOf(source, now, talkMs) === 'player') settle(source, 'player');
  };
  const hearAgain = (source: Source, now: number) => {
    if (!hasRoom()) return false;
    Object.assign(source, { standing: 'young', since: now, packets: 0, askedAt: now });
    begin(source);
    hearYoung(source, now);
    return true;
  };
  return {
    hasRoom,
    enter: (protocol, now, answers) => {
      const times = { since: now, lastAt: now, askedAt: now };
      const source: Source = { protocol, answers, standing: 'young', packets: 0, isAnswered: false, ...times };
      begin(source);
      return source;
    },
    heard: (source, now) => {
      switch (source.standing) {
        case 'gone':
          return true;
        case 'player':
          hearPlayer(source, now);
          return true;
        case 'silent':
          hearSilent(source, now);
          return true;
        case 'ignored':
          if (!source.isAnswered) return true;
          return hearAgain(source, now);
        case 'quiet':
          return hearAgain(source, now);
        default:
          hearYoung(source, now);
          return true;
      }
    },
    answered: (source, now) => {
      const { answers } = source;
      source.isAnswered = true;
      if (answers.lastAt === undefined || now - answers.lastAt >= longPauseMs) answers.since = now;
      answers.lastAt = now;
    },
    setHeld: (next, now) => {
      isHeld = next;
      if (isHeld) return;
      for (const source of [...playing, ...unanswered]) source.askedAt = now;
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
      unanswered.delete(source);
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

function hearPlayer(source: Source, now: number): void {
  source.lastAt = now;
  if (!source.isAnswered) return;
  source.isAnswered = false;
  source.askedAt = now;
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
