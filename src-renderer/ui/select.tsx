// A choice of many from a list that opens. It opens under its button, so no style element has to be put into the page.
import { Select as Base } from '@base-ui/react/select';
import { Icon } from '../design/icons.tsx';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onValue: (value: V) => void;
};

/** The chosen one has a tick. */
export function Select<V extends string>({ label, value, options, onValue }: Props<V>) {
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValue(next);
      }}
    >
      <Base.Trigger className="btn select" aria-label={label}>
        <Base.Value />
        <Base.Icon>
          <Icon name="chevron-down" size={12} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="positioner" alignItemWithTrigger={false} sideOffset={4}>
          <Base.Popup className="menu">
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="menu-item select-item">
                  <Base.ItemIndicator keepMounted={false}>
                    <Icon name="tick" size={12} />
                  </Base.ItemIndicator>
                  <Base.ItemText className="select-text">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
