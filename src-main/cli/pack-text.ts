// What `slipway pack` says to people: the pack that was made, or what a dry run found.
import { size } from '../../src-shared/size-text.ts';
import { textOf } from '../../src-shared/text/message.ts';
import type { Packed } from '../core/pack/pack-model.ts';
import type { Survey } from '../core/pack/survey.ts';
import { counted, plain } from './output.ts';

/** Longer lists are for --json. */
const SHOWN = 20;

export function packedText({ kind, file, files = 0, content_bytes: content = 0, bytes, sha256 }: Packed): string {
  if (kind !== 'folder') return `${file} is taken as it is: ${size(bytes)}.\nSHA-256  ${sha256}\n`;
  return `Packed   ${counted(files, 'file')}, ${size(content)}\nInto     ${file}, ${size(bytes)}\nSHA-256  ${sha256}\n`;
}

/** Whether a pack of it would be refused, as by refuse-files.ts of the core. */
export function stopsPacking({ secrets, refused, files }: Survey): boolean {
  return secrets.length > 0 || refused.length > 0 || files.length === 0;
}

export function surveyText(survey: Survey): string {
  const { files, leftOut, difference } = survey;
  const largest = files.toSorted((a, b) => b.size - a.size);
  return [
    ...section(
      'Largest files',
      largest.map((file) => `${size(file.size).padStart(9)}  ${file.path}`),
    ),
    ...section(
      'Left out',
      leftOut.map(({ path, isFolder, reason, bytes: left }) => {
        return `${size(left).padStart(9)}  ${path}${isFolder ? '/' : ''}: ${textOf(reason)}`;
      }),
    ),
    ...section(
      'Secrets, which stop the packing',
      survey.secrets.map(({ path, reason }) => `${path}: ${textOf(reason)}`),
    ),
    ...section(
      'Cannot be packed',
      survey.refused.map(({ path, reason }) => `${path}: ${textOf(reason)}`),
    ),
    ...section('Get their executable bit back', survey.madePrograms),
    ...section('Scripts with the line ends of Windows (see --fix-line-ends)', survey.windowsScripts),
    ...section(
      'One and the same name on Windows and macOS',
      survey.collisions.map((paths) => paths.join(', ')),
    ),
    ...(difference === undefined ? [] : differenceLines(difference)),
    lastLine(survey),
  ]
    .map((line) => `${plain(line)}\n`)
    .join('');
}

function lastLine(survey: Survey): string {
  const { files, bytes } = survey;
  if (files.length === 0) return 'There is no file to pack.';
  const packed = `${counted(files.length, 'file')}, ${size(bytes)}`;
  return stopsPacking(survey) ? `Would pack ${packed} once that is fixed.` : `Would pack ${packed}.`;
}

function differenceLines({ added, changed, removed, same }: NonNullable<Survey['difference']>): string[] {
  return [
    ...section('Added', added),
    ...section('Changed', changed),
    ...section('Removed', removed),
    `Since then: ${added.length} added, ${changed.length} changed, ${removed.length} removed, ${same} the same.`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [];
  return [title, ...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...more, ''];
}
