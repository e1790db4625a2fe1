// What a chosen build is, in a few facts, and what the doctor found to go wrong, the worst first.
import type { DoctorReport, Finding } from '../../../../src-shared/builds/doctor/report.ts';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { t, told } from '../../../text/t.ts';
import { countWords, sizeWords } from '../../../ui/words.ts';
import { engineWords, findingGlyphs, platformWords } from './report-words.ts';

type Props = { report: DoctorReport; findings: readonly Finding[] };

/** Good news is short: without findings there is only the line of facts. */
export function CardFacts({ report, findings }: Props) {
  const { engine, size, programs } = report;
  const [program] = programs;
  const facts = [
    [t('Engine'), engineWords()[engine.name], told(engine.clue)],
    [t('Runs on'), program === undefined ? t('Not known') : platformWords(program), ''],
    [
      t('Size'),
      sizeWords(size.packed_bytes),
      size.bytes === size.packed_bytes ? '' : t('of {size}', { size: sizeWords(size.bytes) }),
    ],
    [
      t('Files'),
      countWords(size.packed_files),
      size.files === size.packed_files ? '' : t('of {files}', { files: countWords(size.files) }),
    ],
  ] as const;
  return (
    <>
      <dl className="card-facts">
        {facts.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={more}>
              {value}
              {more !== '' && name !== 'Engine' && <small> {more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {findings.length > 0 && (
        <ul className="card-findings" aria-label={t('What was found')}>
          {findings.map(({ severity, code, path = '', sentence, hint }) => (
            <li key={`${code} ${path} ${sentence}`} data-severity={severity}>
              <StateGlyph state={findingGlyphs[severity]} />
              <p>
                <b>{told(sentence)}</b> {told(hint)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
