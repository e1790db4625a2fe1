// A labelled text field with its hint and its error right under it. Both are tied to the field for screen readers.
import { type ComponentProps, type ReactNode, useId } from 'react';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

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
    <div data-slot="field" className={styles.field}>
      <label data-slot="field-label" className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        data-slot="input"
        className={classNames(styles.input, className)}
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
            <div key={error} data-slot="field-error" className={classNames(styles.error, shared.bad)}>
              <StateGlyph state="failed" />
              <span>{error}</span>
            </div>
          ))}
          {hint !== undefined && (
            <div data-slot="field-hint" className={styles.hint}>
              {hint}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
