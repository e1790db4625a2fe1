// The frame of a setting: its title, what it does in words, and its control.
import type { FormEvent, ReactNode } from 'react';
import settingsPageStyles from '../../ui/settings-page.module.css';

type Props = {
  title: string;
  text?: string;
  /** What stands under the words. */
  more?: ReactNode;
  /** One that waits for its button is a form. */
  onSubmit?: (event: FormEvent) => void;
  children: ReactNode;
};

/** One row of the settings. */
export function Setting({ title, text, more, onSubmit, children }: Props) {
  const row = (
    <>
      <div>
        <h3>{title}</h3>
        {text !== undefined && <p>{text}</p>}
        {more}
      </div>
      {children}
    </>
  );
  if (onSubmit === undefined)
    return (
      <div data-slot="setting" className={settingsPageStyles.setting}>
        {row}
      </div>
    );
  return (
    <form data-slot="setting" className={settingsPageStyles.setting} noValidate onSubmit={onSubmit}>
      {row}
    </form>
  );
}
