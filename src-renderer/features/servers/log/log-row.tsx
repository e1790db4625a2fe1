// One line of a log: when, how bad, and the text in its colours with what was searched for marked.
import { memo } from 'react';
import type { LogLineView } from '../../../../src-shared/servers/log.ts';
import shared from '../../../design/shared.module.css';
import { formatCount } from '../../../text/format-numbers.ts';
import { useLanguage } from '../../../text/language.ts';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { type AnsiPiece, type AnsiStyle, ansiColour, ansiPieces, withoutAnsi } from './ansi.ts';
import styles from './log.module.css';

type Range = readonly [number, number];
type Props = { line: LogLineView; ranges: readonly Range[] | undefined; isPresent: boolean };

const none: readonly Range[] = [];

/** Drawn again only when it changes itself. */
export const LogRow = memo(function LogRow({ line, ranges, isPresent }: Props) {
  useLanguage();
  return (
    <div
      className={classNames(
        styles.line,
        line.level === 'warn' && styles.warning,
        line.level === 'error' && styles.error,
      )}
    >
      <time>{timeOf(line.at)}</time>
      <span className={styles.level}>{levelWord(line)}</span>
      <span>
        {drawnPieces(line.text, ranges ?? none).map((piece, at) => {
          const style = styleOf(piece.style);
          const key = `${at}`;
          if (piece.isHit) {
            return (
              <mark
                key={key}
                className={isPresent ? styles.present : undefined}
                data-present={isPresent ? '' : undefined}
                style={style}
              >
                {piece.text}
              </mark>
            );
          }
          if (style === undefined) return piece.text;
          return (
            <span key={key} style={style}>
              {piece.text}
            </span>
          );
        })}
        {line.text.length > DRAWN && <span className={shared.faint}>{formatRest(line.text)}</span>}
      </span>
    </div>
  );
});

function levelWord({ level, stream }: LogLineView): string {
  if (stream === 'slipway') return 'note';
  return level ?? (stream === 'std_err' ? 'stderr' : '');
}

function formatRest(text: string): string {
  const rest = withoutAnsi(text).length - DRAWN;
  return rest > 0 ? ` ${t('… {rest} more characters', { rest: formatCount(rest) })}` : '';
}

function timeOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** By React's names. Text without a look of its own has none. */
function styleOf(style: AnsiStyle): Record<string, string | number> | undefined {
  const looks = Object.entries(style).map(([name, value]) => lookOf(name, value));
  return looks.length === 0 ? undefined : Object.fromEntries(looks);
}

function lookOf(name: string, value: number | string | boolean): [string, string | number] {
  if (typeof value !== 'boolean') return [name === 'fg' ? 'color' : 'background', ansiColour(value)];
  return flags[name] ?? ['fontWeight', 400];
}

const flags: Readonly<Record<string, [string, string | number]>> = {
  bold: ['fontWeight', 650],
  dim: ['opacity', 0.7],
  italic: ['fontStyle', 'italic'],
  underline: ['textDecoration', 'underline'],
};

/** A piece that is drawn, and whether a search found it. */
type DrawnPiece = AnsiPiece & { isHit: boolean };

/** More than this of a line is not drawn; copying gives it whole. */
export const DRAWN = 2_000;

/** `ranges` count in the line without its colours, in order. */
export function drawnPieces(line: string, ranges: readonly Range[]): DrawnPiece[] {
  const drawn: DrawnPiece[] = [];
  let at = 0;
  for (const { text, style } of ansiPieces(line)) {
    if (at >= DRAWN) break;
    const shown = text.slice(0, DRAWN - at);
    for (const part of cut(shown, at, ranges)) drawn.push({ ...part, style });
    at += text.length;
  }
  return drawn;
}

/** The text, which begins at `start` of its line, cut where ranges begin and end. */
function cut(text: string, start: number, ranges: readonly Range[]): { text: string; isHit: boolean }[] {
  const parts: { text: string; isHit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    const begin = Math.max(at, from - start);
    const end = Math.min(text.length, to - start);
    if (end <= begin) continue;
    if (begin > at) parts.push({ text: text.slice(at, begin), isHit: false });
    parts.push({ text: text.slice(begin, end), isHit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}
