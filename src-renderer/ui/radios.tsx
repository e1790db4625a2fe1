// Radio buttons that are drawn by who uses them: one stop for the keyboard, and arrow keys move the choice.
import type { KeyboardEvent, ReactNode } from 'react';

type Props<V extends string> = {
  label: string;
  className: string | undefined;
  /** What styles of the things around it know it by. */
  slot?: string;
  /** Undefined while none is chosen. */
  value: V | undefined;
  options: readonly { value: V; content: ReactNode }[];
  optionClass?: string | undefined;
  onValue: (value: V) => void;
  /** What the Enter key does on an option, instead of choosing it alone. */
  onEnter?: ((value: V, option: Element) => void) | undefined;
};

/** What is not among the options leaves the first one as the stop. */
export function Radios<V extends string>(props: Props<V>) {
  const { label, className, slot, value, options, optionClass, onValue, onEnter } = props;
  const stop = options.find((option) => option.value === value) ?? options[0];
  return (
    <div role="radiogroup" aria-label={label} data-slot={slot} className={className} onKeyDown={moveChoice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option === stop ? 0 : -1}
          className={optionClass}
          onClick={() => onValue(option.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.repeat || onEnter === undefined) return;
            event.preventDefault();
            onEnter(option.value, event.currentTarget);
          }}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The next one gets the focus and is chosen; behind the last comes the first. */
function moveChoice(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const at = radios.findIndex((radio) => radio === event.target);
  const next = radios.at((at + step) % radios.length);
  next?.focus();
  next?.click();
}
