// A labelled field of several lines with its hint and its errors under it.
import { useId } from 'react';

type Props = {
  label: string;
  hint: string;
  value: string;
  errors: readonly string[] | undefined;
  onValue: (value: string) => void;
};

/** Grows with what is typed, up to a few lines. */
export function TextLines({ label, hint, value, errors = [], onValue }: Props) {
  const id = useId();
  const rows = Math.min(6, Math.max(1, value.split('\n').length));
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input input-lines mono"
        {...{ rows, value }}
        spellCheck={false}
        aria-invalid={errors.length > 0}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onValue(event.target.value)}
      />
      <div id={`${id}-hint`}>
        {errors.map((error) => (
          <p key={error} className="field-error bad">
            {error}
          </p>
        ))}
        <p className="field-hint">{hint}</p>
      </div>
    </div>
  );
}
