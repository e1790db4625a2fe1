// The frame of a setting: its title, what it does in words, and its control.
import type { FormEvent, ReactNode } from 'react';

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
  if (onSubmit === undefined) return <div className="setting">{row}</div>;
  return (
    <form className="setting" noValidate onSubmit={onSubmit}>
      {row}
    </form>
  );
}
