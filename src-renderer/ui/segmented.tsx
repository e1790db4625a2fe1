// A choice of a few, all in sight: one radio group drawn as joined buttons. Arrow keys move the choice.
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onValue: (value: V) => void;
};

/** The chosen one is filled and bold. */
export function Segmented<V extends string>({ label, value, options, onValue }: Props<V>) {
  return (
    <RadioGroup className="seg" aria-label={label} value={value} onValueChange={onValue}>
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} nativeButton render={<button type="button" />}>
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
