// A labelled field of several lines with its hint and its errors under it.
import { useId } from 'react';
import shared from '../../design/shared.module.css';
import { classNames } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/field.module.css';

type Props = {
  label: string;
  hint: string;
  /** What is likely not meant. */
  warning?: string | undefined;
  value: string;
  errors: readonly string[] | undefined;
  onValue: (value: string) => void;
};

/** Grows with what is typed, up to a few lines. */
export function TextLines({ label, hint, warning, value, errors = [], onValue }: Props) {
  const id = useId();
  const rows = Math.min(6, Math.max(1, value.split('\n').length));
  return (
    <div data-slot="field" className={fieldStyles.field}>
      <label data-slot="field-label" className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        data-slot="input"
        className={classNames(fieldStyles.input, fieldStyles.lines, shared.mono)}
        rows={rows}
        value={value}
        spellCheck={false}
        aria-invalid={errors.length > 0}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onValue(event.target.value)}
      />
      <div id={`${id}-hint`}>
        {errors.map((error) => (
          <p key={error} data-slot="field-error" className={classNames(fieldStyles.error, shared.bad)}>
            {error}
          </p>
        ))}
        {warning !== undefined && <p className={fieldStyles.warning}>{warning}</p>}
        <p data-slot="field-hint" className={fieldStyles.hint}>
          {hint}
        </p>
      </div>
    </div>
  );
}
