// What goes into the package: secrets that a person has to decide about, what is left out, and scripts with line ends of Windows.
import type { DoctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import type { ExaminedSource } from '../../../../src-shared/transfers/bridge.ts';
import shared from '../../../design/shared.module.css';
import { StateGlyph } from '../../../design/state-glyph.tsx';
import { rich } from '../../../text/rich.ts';
import { plural, t, translate } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { counted, formatSize } from '../../../ui/format.ts';
import { useHost } from '../../host/host-store.ts';
import { leftOutRows, openSecrets } from './card-selectors.ts';
import { useCard } from './card-store.ts';
import styles from './choose.module.css';
import { decide } from './choose-actions.ts';

/** An archive is sent as it is, so there is nothing to decide about it. */
export function CardContents({ examined }: { examined: ExaminedSource }) {
  const { report } = examined;
  const isBrowser = useHost((state) => state.host?.shell === 'browser');
  const hasScripts = report.findings.some(({ code }) => code === 'crlf_script');
  if (examined.kind === 'file') {
    // What takes no other size unpacked is one program, or an image.
    const isArchive = report.size.files !== 1 || report.size.bytes !== examined.bytes;
    return (
      <p className={styles.note}>
        {t('It is sent as it is.')} {isArchive && t('To change what is in it, unpack it and drop the folder.')}
      </p>
    );
  }
  return (
    <>
      {report.secrets.length > 0 && <Secrets report={report} />}
      {report.leave_out.length > 0 && <LeftOut report={report} />}
      {hasScripts && <LineEnds />}
      {isBrowser && <NoLinks />}
    </>
  );
}

/** A browser hides them from a page, in what is dropped as in what is picked, so nobody can tell whether there are any. */
function NoLinks() {
  return (
    <p className={styles.note}>
      {t('A browser leaves out symbolic links. If the folder has some, drop a .tar of it instead.')}
    </p>
  );
}

/** Each one needs a decision of its own: there is no button for all. */
function Secrets({ report }: { report: DoctorReport }) {
  const { draft } = useCard();
  const open = openSecrets(report, draft).length;
  const toggle = (path: string, isSent: boolean) =>
    decide({
      allowSecrets: isSent ? [...draft.allowSecrets, path] : draft.allowSecrets.filter((each) => each !== path),
    });
  return (
    <section className={styles.part} aria-labelledby="card-secrets">
      <h3 id="card-secrets" className={open > 0 ? shared.bad : undefined}>
        <StateGlyph state={open > 0 ? 'failed' : 'notice'} />
        {open > 0 ? t('Secrets stop the upload') : t('Secrets are sent, as you decided')}
      </h3>
      <p className={classNames(shared.small, shared.dim)}>
        {rich(
          'Everybody who gets the build can read them. List them in {file} to leave them out, or decide to send them.',
          { file: <span className={shared.mono}>.slipwayignore</span> },
        )}
      </p>
      <ul className={styles.rows}>
        {report.secrets.map(({ path, reason, bytes }) => (
          <Tick
            key={path}
            label={t('Send {path} anyway', { path })}
            isOn={draft.allowSecrets.includes(path)}
            onChange={(isOn) => toggle(path, isOn)}
            what={path}
            why={translate(reason)}
            size={formatSize(bytes)}
          />
        ))}
      </ul>
    </section>
  );
}

function LeftOut({ report }: { report: DoctorReport }) {
  const { draft } = useCard();
  const rows = leftOutRows(report);
  const bytes = rows.filter(({ rule }) => !draft.keep.includes(rule)).reduce((sum, row) => sum + row.bytes, 0);
  const toggle = (rule: string, isLeftOut: boolean) =>
    decide({ keep: isLeftOut ? draft.keep.filter((each) => each !== rule) : [...draft.keep, rule] });
  return (
    <details className={styles.part}>
      <summary>
        {plural(rows.length, 'Left out: {n} kind of files, {size}', 'Left out: {n} kinds of files, {size}', {
          size: formatSize(bytes),
        })}
      </summary>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <Tick
            key={row.rule}
            label={t('Leave out {rule}', { rule: row.rule })}
            isOn={!draft.keep.includes(row.rule)}
            isFixed={!row.untickable}
            onChange={(isOn) => toggle(row.rule, isOn)}
            what={row.paths === 1 ? row.example : `${row.rule} (${counted(row.paths, 'place')})`}
            why={
              row.untickable ? translate(row.reason) : t('{reason}; change it there', { reason: translate(row.reason) })
            }
            size={formatSize(row.bytes)}
          />
        ))}
      </ul>
    </details>
  );
}

function LineEnds() {
  const isOn = useCard((state) => state.draft.fixLineEnds);
  return (
    <label className={classNames(styles.tick, styles.loneTick)}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => decide({ fixLineEnds: target.checked })} />
      <span>{t('Use Linux line endings for scripts in the package. The files on disk do not change.')}</span>
    </label>
  );
}

type TickProps = {
  label: string;
  isOn: boolean;
  isFixed?: boolean;
  onChange: (isOn: boolean) => void;
  what: string;
  why: string;
  size: string;
};

function Tick({ label, isOn, isFixed, onChange, what, why, size }: TickProps) {
  return (
    <li>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          disabled={isFixed}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={classNames(shared.mono, shared.ellipsis)} title={what}>
          {what}
        </span>
        <span className={shared.faint}>{why}</span>
        <span className={classNames(shared.faint, shared.tabular)}>{size}</span>
      </label>
    </li>
  );
}
