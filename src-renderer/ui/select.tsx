// A choice of many from a list that opens. It opens under its button, so no style element has to be put into the page.
import { Select as Base } from '@base-ui/react/select';
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import menuStyles from './menu.module.css';
import styles from './select.module.css';

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
      <Base.Trigger
        data-slot="button select"
        className={classNames(buttonStyles.button, styles.select)}
        aria-label={label}
      >
        <Base.Value />
        <Base.Icon>
          <Icon name="chevron-down" size={12} />
        </Base.Icon>
      </Base.Trigger>
      {/* It lies beside the page's landmarks, so it is one itself. */}
      <Base.Portal role="region" aria-label={label}>
        <Base.Positioner className={shared.positioner} alignItemWithTrigger={false} sideOffset={4}>
          <Base.Popup className={classNames(shared.floating, menuStyles.menu)}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={classNames(menuStyles.item, styles.item)}>
                  <Base.ItemIndicator keepMounted={false}>
                    <Icon name="tick" size={12} />
                  </Base.ItemIndicator>
                  <Base.ItemText className={styles.text}>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
