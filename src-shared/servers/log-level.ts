// Guesses from its text how bad a line is, for the ways in which engines and loggers write. Pure; a guess, never a fact.
import type { LineLevel } from './log.ts';

type Words = Readonly<Record<string, LineLevel>>;
type Rule = { pattern: RegExp; words: Words } | { pattern: RegExp; level: LineLevel };

const WORDS: Words = {
  fatal: 'error',
  critical: 'error',
  crit: 'error',
  severe: 'error',
  panic: 'error',
  alert: 'error',
  emerg: 'error',
  emergency: 'error',
  error: 'error',
  err: 'error',
  fail: 'error',
  failure: 'error',
  eror: 'error',
  warning: 'warn',
  warn: 'warn',
  wrn: 'warn',
  info: 'info',
  information: 'info',
  inf: 'info',
  notice: 'info',
  display: 'info',
  log: 'info',
  debug: 'debug',
  dbug: 'debug',
  dbg: 'debug',
  trace: 'debug',
  trce: 'debug',
  trc: 'debug',
  verbose: 'debug',
  veryverbose: 'debug',
  vrb: 'debug',
  fine: 'debug',
  finer: 'debug',
  finest: 'debug',
};
/** Found by a look at the first words, since a pattern for all the brackets and times around them would be slow. */
const UPPER_CASE: Words = {
  FATAL: 'error',
  CRITICAL: 'error',
  SEVERE: 'error',
  ERROR: 'error',
  WARNING: 'warn',
  WARN: 'warn',
  INFO: 'info',
  NOTICE: 'info',
  DEBUG: 'debug',
  TRACE: 'debug',
  FINE: 'debug',
};
const PINO: Words = { 10: 'debug', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'error' };
const GLOG: Words = { I: 'info', W: 'warn', E: 'error', F: 'error', D: 'debug' };
const SERILOG: Words = { ...WORDS, ftl: 'error', vrb: 'debug' };

/** Only the head of a line says how bad it is; what follows may be anything. */
const HEAD = 400;
/** log4j, logback, env_logger, tracing, Python and Minecraft have the level within this, after times, threads and names. */
const FIRST_WORDS = 100;
const BETWEEN_WORDS = /[\s[\]()<>|/:,]+/;

/** The first rule that fits decides, so what is particular stands before what is common. */
const RULES: readonly Rule[] = [
  // JSON lines: pino's numbers, then words under the usual names.
  { pattern: /^\s*\{.*?"(?:level|severity)"\s*:\s*(\d0)\b/, words: PINO },
  { pattern: /^\s*\{.*?"(?:level|severity|lvl|log\.level|loglevel|@l|levelname)"\s*:\s*"(\w+)"/i, words: SERILOG },
  // Unreal: an optional time and frame, the category, then a level; a line without one is a plain message.
  { pattern: /^(?:\[[\d.:-]+\]\[\s*\d+\])?Log\w+:\s(?:\w+:\s)?Fatal\b/, level: 'error' },
  {
    pattern: /^(?:\[[\d.:-]+\]\[\s*\d+\])?Log\w+:\s(Fatal|Error|Warning|Display|Log|Verbose|VeryVerbose):/,
    words: WORDS,
  },
  { pattern: /^(?:\[[\d.:-]+\]\[\s*\d+\])?Log\w+:\s/, level: 'info' },
  {
    pattern: /^(?:Fatal error|Assertion failed|Ensure condition failed|Unhandled Exception|=== Critical error)/i,
    level: 'error',
  },
  // Godot.
  { pattern: /^(?:(?:USER|SCRIPT|SHADER|FATAL)\s+)*(ERROR|WARNING):/, words: WORDS },
  // Unity names the call behind a message on a line of its own.
  { pattern: /^UnityEngine\.Debug:(?:LogError|LogException|LogAssertion)/, level: 'error' },
  { pattern: /^UnityEngine\.Debug:LogWarning/, level: 'warn' },
  // Exceptions of .NET, Unity, Java, Python; a panic of Rust or Go; a crash as a shell or libc tells it.
  {
    pattern: /^(?:Exception in thread|Caused by:|Traceback \(most recent call last\)|Unhandled exception)/i,
    level: 'error',
  },
  { pattern: /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Exception|Error)(?::|$)/, level: 'error' },
  {
    pattern: /^(?:thread '.*' (?:\(\d+\) )?panicked at|panic:|fatal runtime error:|Segmentation fault|Aborted\b)/,
    level: 'error',
  },
  { pattern: /^(?:npm|yarn) (ERR|WARN)!?/, words: { ERR: 'error', WARN: 'warn' } },
  // .NET console: "fail: Category[0]". glog and klog: "E0102 12:00:00.000000".
  { pattern: /^(trce|dbug|info|warn|fail|crit):\s/, words: WORDS },
  { pattern: /^([IWEFD])\d{4} \d\d:\d\d:\d\d/, words: GLOG },
  // Serilog: "[12:00:00 WRN] message".
  { pattern: /^\[\d\d:\d\d:\d\d (VRB|DBG|INF|WRN|ERR|FTL)\]/, words: { ...SERILOG } },
  // "level=warn", as logfmt writes.
  { pattern: /(?:^|\s)(?:level|lvl|severity)=["']?(\w+)/i, words: WORDS },
  {
    pattern: /^\s*[[(]?(fatal|critical|error|warning|warn|info|debug|trace)[\])]?:?(?:\s-\s|:\s|\]\s|\)\s)/i,
    words: WORDS,
  },
  { pattern: /^\S{1,200}:\s(?:fatal )?(error|warning):\s/i, words: WORDS },
  // The loader of Linux, of a program that lacks a library.
  { pattern: /^\S{1,200}:\serror while loading shared libraries:/, level: 'error' },
];

/** Undefined when the text does not tell, as for the lines of a stack. */
export function levelOf(line: string): LineLevel | undefined {
  const head = line.slice(0, HEAD);
  for (const rule of RULES) {
    const found = rule.pattern.exec(head);
    if (found === null) continue;
    if ('level' in rule) return rule.level;
    const word = found[1] ?? '';
    const level = own(rule.words, word) ?? own(rule.words, word.toLowerCase());
    if (level !== undefined) return level;
  }
  const word = head
    .slice(0, FIRST_WORDS)
    .split(BETWEEN_WORDS)
    .find((each) => Object.hasOwn(UPPER_CASE, each));
  return word === undefined ? undefined : UPPER_CASE[word];
}

/** A word of a line may be "constructor", which every object has. */
function own(words: Words, word: string): LineLevel | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}
