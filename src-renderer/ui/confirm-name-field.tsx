// Asks for the name of a protected namespace, on the foot of a sheet or a dialog.
import { useId } from 'react';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import { rich } from '../text/rich.ts';
import { classNames } from './class-names.ts';
import { whyUnconfirmed } from './confirm-name.ts';
import fieldStyles from './field.module.css';
import sheetFactsStyles from './sheet-facts.module.css';

type Props = { name: string; typed: string; onTyped: (typed: string) => void };

/** Shows a tick once the name fits exactly. */
export function ConfirmNameField({ name, typed, onTyped }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={classNames(sheetFactsStyles.confirmLabel, shared.grow)}>
        {rich('Type {name} to confirm', { name: <b className={shared.mono}>{name}</b> })}
      </label>
      <span
        data-slot="input"
        className={classNames(fieldStyles.input, fieldStyles.inputWrap, sheetFactsStyles.confirmInput)}
      >
        <input
          id={id}
          className={shared.mono}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onTyped(target.value)}
        />
        {whyUnconfirmed(typed, name) === undefined && <StateGlyph state="done" />}
      </span>
    </>
  );
}
