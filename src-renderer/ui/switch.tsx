// A switch: on or off, at once.
import shared from '../design/shared.module.css';
import { classNames } from './class-names.ts';
import styles from './switch.module.css';

type Props = { label: string; on: boolean; onChange: (on: boolean) => void };

/** `label` names what is on or off. */
export function Switch({ label, on, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      data-slot="switch"
      className={classNames(shared.hitArea, styles.switch)}
      aria-label={label}
      aria-checked={on}
      onClick={() => onChange(!on)}
    >
      <span className={styles.thumb} />
    </button>
  );
}
