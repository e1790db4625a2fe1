// A switch: on or off, at once.
type Props = { label: string; on: boolean; onChange: (on: boolean) => void };

/** `label` names what is on or off. */
export function Switch({ label, on, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={on}
      onClick={() => onChange(!on)}
    >
      <span className="switch-thumb" />
    </button>
  );
}
