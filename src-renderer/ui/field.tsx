// A labelled text field with its hint and its error right under it. The error is tied to the field for screen readers.
import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
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
export function Field({ label, hint, errors = [], value, onValue, className, name, ...rest }: Props) {
  return (
    <Base.Root className="field" invalid={errors.length > 0} {...(name === undefined ? {} : { name })}>
      <Base.Label className="field-label">{label}</Base.Label>
      <Base.Control
        {...rest}
        className={classNames('input', className)}
        value={value}
        onValueChange={onValue}
        autoComplete="off"
        spellCheck={false}
      />
      {errors.map((error) => (
        <Base.Error key={error} className="field-error bad" match>
          <StateGlyph state="failed" />
          <span>{error}</span>
        </Base.Error>
      ))}
      {hint !== undefined && <Base.Description className="field-hint">{hint}</Base.Description>}
    </Base.Root>
  );
}
