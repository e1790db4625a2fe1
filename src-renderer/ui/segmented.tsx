// A choice of a few, all in sight: one radio group drawn as joined buttons. Arrow keys move the choice.
import { Radios } from './radios.tsx';
import styles from './segmented.module.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onValue: (value: V) => void;
};

/** The chosen one is filled and bold. */
export function Segmented<V extends string>({ options, ...rest }: Props<V>) {
  const drawn = options.map(({ value, label }) => ({ value, content: label }));
  return <Radios {...rest} className={styles.segmented} slot="segmented" options={drawn} />;
}
