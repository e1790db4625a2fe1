// How the build is run: its program, arguments and ports as the doctor found them, to be edited before it goes.
import { useState } from 'react';
import type { DoctorReport } from '../../../../src-shared/builds/doctor/report.ts';
import type { VersionSummary } from '../../../../src-shared/service/versions.ts';
import type { ExaminedSource } from '../../../../src-shared/transfers/bridge.ts';
import shared from '../../../design/shared.module.css';
import { rich } from '../../../text/rich.ts';
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/field.module.css';
import { Select } from '../../../ui/select.tsx';
import { joinedHint, type PortDraft } from '../../servers/create-server-form.ts';
import { heardOf, namePorts, portDraftsOf } from '../../servers/heard-ports.ts';
import { PortFields } from '../../servers/port-fields.tsx';
import { useServers } from '../../servers/servers-store.ts';
import { TextLines } from '../../servers/text-lines.tsx';
import type { CardDraft, Proposal } from './card-model.ts';
import { asksProgram, portDrafts, withProposal } from './card-selectors.ts';
import { useCard } from './card-store.ts';
import styles from './choose.module.css';
import { decide, takeProposal } from './choose-actions.ts';

/** Edits go into the package of a folder, as its slipway.json; an archive has its own or none. */
export function CardRun({ examined, last }: { examined: ExaminedSource; last: Last }) {
  const { kind, report } = examined;
  const { draft: decided, proposal, problems } = useCard();
  const draft = withProposal(decided, proposal);
  const heard = useHeard(report, draft, last);
  const [isOpen, setOpen] = useOpen(heard.length > 0);
  const [first] = report.programs;
  if (first === undefined) return null;
  if (kind === 'file') return <AsItIs report={report} />;
  const isAsked = asksProgram(examined, draft.program);
  const program = draft.program ?? (isAsked ? '' : first.path);
  const isWrong = [problems.program, problems.arguments, problems.ports].some((problem) => problem !== undefined);
  return (
    // It opens for what is wrong or open in it, and stays open while that is mended.
    <>
      <details
        className={classNames(styles.part)}
        open={isOpen || isWrong || isAsked}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          {isAsked ? (
            t('Choose the program to start')
          ) : (
            <Starts program={program} ports={draft.ports ?? report.ports} />
          )}
        </summary>
        <Fields report={report} draft={draft} program={program} />
      </details>
      {proposal !== undefined && <Proposed {...proposal} />}
      <Heard last={last} ports={heard} />
    </>
  );
}

function AsItIs({ report }: { report: DoctorReport }) {
  const [first] = report.programs;
  return (
    <p className={styles.note}>
      {rich('It is started as {command}{ports}.', {
        command: (
          <span className={classNames(shared.mono, shared.selectable)}>
            {[first?.run_by, first?.path, ...report.arguments].filter(Boolean).join(' ')}
          </span>
        ),
        ports: formatPorts(report.ports),
      })}
    </p>
  );
}

function Proposed({ version, isTaken }: Proposal) {
  return (
    <p className={styles.note}>
      {isTaken
        ? t('Program, arguments and ports are set as in {version}, the last version.', { version })
        : t('{version}, the last version, was started differently.', { version })}{' '}
      <Button small kind="quiet" onClick={() => takeProposal(!isTaken)}>
        {isTaken ? t('Use what was found') : t('Start it the same way')}
      </Button>
    </p>
  );
}

type NamedPorts = readonly { name: string; protocol: string }[];

function Starts({ program, ports }: { program: string; ports: NamedPorts }) {
  const name = <span className={shared.mono}>{program}</span>;
  return rich('Starts {program}{ports}', { program: name, ports: formatPorts(ports) });
}

type Last = VersionSummary | undefined;

/** What is heard opens it until somebody folds it. */
function useOpen(isHeard: boolean) {
  const [isOpen, setOpen] = useState<boolean>();
  return [isOpen ?? isHeard, setOpen] as const;
}

/** The ports that a server of the last version was seen to listen on, while they are of use. */
function useHeard(report: DoctorReport, draft: CardDraft, last: Last): PortDraft[] {
  const heard = useServers(({ detail }) => heardOf(detail, last?.version_id));
  return lacksPorts(report, draft) ? portDraftsOf(heard) : [];
}

/** Whether nobody knows which ports it needs, and none is set. */
function lacksPorts({ findings }: DoctorReport, { ports = [] }: CardDraft): boolean {
  return ports.length === 0 && findings.some(({ code }) => code === 'ports_unknown');
}

/** The server of the last version was told of no port, and listens all the same. */
function Heard({ last, ports }: { last: Last; ports: readonly PortDraft[] }) {
  if (last === undefined || ports.length === 0) return null;
  const version = last.display_name;
  return (
    <p className={styles.note}>
      {t('A server of {version}, the last version, listens on {ports}.', { version, ports: namePorts(ports) })}{' '}
      <Button small kind="quiet" onClick={() => decide({ ports })}>
        {ports.length === 1 ? t('Use this port') : t('Use these ports')}
      </Button>
    </p>
  );
}

function formatPorts(ports: NamedPorts): string {
  return ports.map(({ name, protocol }) => t(', port {name} ({protocol})', { name, protocol })).join('');
}

function Fields({ report, draft, program }: { report: DoctorReport; draft: CardDraft; program: string }) {
  const { problems } = useCard();
  const errorsOf = (problem: string | undefined) => (problem === undefined ? undefined : [problem]);
  return (
    <div
      className={styles.fields}
      onFocus={() => useCard.setState({ isEditingRun: true })}
      onBlur={() => useCard.setState({ isEditingRun: false })}
    >
      <div data-slot="field" className={fieldStyles.field}>
        <span data-slot="field-label" className={fieldStyles.label}>
          {t('Program')}
        </span>
        <Select
          label={t('Program')}
          value={program}
          options={[
            ...(program === '' ? [{ value: '', label: t('Choose a program') }] : []),
            ...report.programs.map(({ path }) => ({ value: path, label: path })),
          ]}
          onValue={(next) => next !== '' && decide({ program: next })}
        />
        {problems.program !== undefined && (
          <p data-slot="field-error" className={classNames(fieldStyles.error, shared.bad)}>
            {problems.program}
          </p>
        )}
      </div>
      <TextLines
        label={t('Arguments')}
        hint={t('One per line. {example} is replaced by the number of the port named game.', {
          example: '{port:game}',
        })}
        warning={joinedHint(draft.arguments ?? '')}
        value={draft.arguments ?? report.arguments.join('\n')}
        errors={errorsOf(problems.arguments)}
        onValue={(value) => decide({ arguments: value })}
      />
      <PortFields
        ports={draft.ports ?? portDrafts(report)}
        errors={errorsOf(problems.ports)}
        onPorts={(next) => decide({ ports: next })}
      />
    </div>
  );
}
