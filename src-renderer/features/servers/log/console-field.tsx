// The console of a server, below its log: what is typed here goes to its standard input, and stands in the log.
import { type KeyboardEvent, useState } from 'react';
import type { ServerTarget } from '../../../../src-shared/servers/bridge.ts';
import shared from '../../../design/shared.module.css';
import { t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/field.module.css';
import styles from './log.module.css';
import { typeLine } from './log-actions.ts';

const NOTE_ID = 'console-note';

/** Up and down bring back what was typed before. */
export function ConsoleField({ target }: { target: ServerTarget }) {
  const [text, setText] = useState('');
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [back, setBack] = useState(0);
  const [problem, setProblem] = useState<string>();
  const recall = (next: number) => {
    if (next < 0 || next > typed.length) return;
    setBack(next);
    setText(typed[typed.length - next] ?? '');
  };
  // Empty at once, so that it takes the next line and sends none twice.
  const send = async () => {
    setTyped((own) => [...own, text]);
    setBack(0);
    setText('');
    setProblem(undefined);
    const failure = await typeLine(target, text);
    if (failure === undefined) return;
    setProblem(failure);
    setText((next) => (next === '' ? text : next));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text !== '') void send();
    else if (event.key === 'ArrowUp') recall(back + 1);
    else if (event.key === 'ArrowDown') recall(back - 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {problem !== undefined && (
        <p id={NOTE_ID} className={classNames(styles.note, shared.bad)} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.console}>
        <input
          className={classNames(fieldStyles.input, shared.mono)}
          aria-label={t('Console')}
          placeholder={t("Type into the server's console")}
          value={text}
          maxLength={4096}
          aria-describedby={problem === undefined ? undefined : NOTE_ID}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </div>
    </>
  );
}
