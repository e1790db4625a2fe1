// A switch: on or off, at once.
import { Switch as Base } from '@base-ui/react/switch';

type Props = { label: string; on: boolean; onChange: (on: boolean) => void };

/** `label` names what is on or off. */
export function Switch({ label, on, onChange }: Props) {
  return (
    <Base.Root
      className="switch"
      aria-label={label}
      checked={on}
      onCheckedChange={onChange}
      nativeButton
      render={<button type="button" />}
    >
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
