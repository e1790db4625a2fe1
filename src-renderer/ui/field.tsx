// A labelled text field with its hint and its error right under it. Both are tied to the field for screen readers.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { StateGlyph } from '../design/state-glyph.tsx';
import { classNames } from './class-names.ts';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'defaultValue' | 'size'> & {
  label: string;
  hint?: ReactNode;
  errors?: readonly string[];
  value: string;
  onValue: (value: string) => void;
};

/** One line of text. */
export function Field({ label, hint, errors = [], value, onValue, className, ...rest }: Props) {
  const id = useId();
  const isWrong = errors.length > 0;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={classNames('input', className)}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong || hint !== undefined ? `${id}-said` : undefined}
      />
      {(isWrong || hint !== undefined) && (
        <div id={`${id}-said`}>
          {errors.map((error) => (
            <div key={error} className="field-error bad">
              <StateGlyph state="failed" />
              <span>{error}</span>
            </div>
          ))}
          {hint !== undefined && <div className="field-hint">{hint}</div>}
        </div>
      )}
    </div>
  );
}
