// Asks for the name of a protected namespace, on the foot of a sheet or a dialog.
import { useId } from 'react';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { rich } from '../../text/rich.ts';

type Props = { name: string; typed: string; onTyped: (typed: string) => void };

/** Shows a tick once the name fits exactly. */
export function ConfirmName({ name, typed, onTyped }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="confirm-label grow">
        {rich('Type {name} to confirm', { name: <b className="mono">{name}</b> })}
      </label>
      <span className="input input-wrap confirm-input">
        <input
          id={id}
          className="mono"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onTyped(target.value)}
        />
        {typed === name && <StateGlyph state="done" />}
      </span>
    </>
  );
}
