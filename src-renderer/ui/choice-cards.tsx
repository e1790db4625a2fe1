// A choice among cards with a title and a line each: radio buttons of which none may be chosen yet.
import type { ReactNode } from 'react';
import styles from './choice-cards.module.css';
import { Radios } from './radios.tsx';

type Card<V extends string> = { value: V; title: string; tag?: ReactNode; text: string };

type Props<V extends string> = {
  label: string;
  value: V | undefined;
  options: readonly Card<V>[];
  onValue: (value: V) => void;
  /** What the Enter key does on a card, instead of choosing it alone. */
  onEnter?: (value: V, card: Element) => void;
};

/** Two beside each other. */
export function ChoiceCards<V extends string>({ label, value, options, onValue, onEnter }: Props<V>) {
  return (
    <Radios
      label={label}
      className={styles.cards}
      optionClass={styles.card}
      value={value}
      options={options.map((card) => ({ value: card.value, content: <Content {...card} /> }))}
      onValue={onValue}
      onEnter={onEnter}
    />
  );
}

function Content({ title, tag, text }: Omit<Card<string>, 'value'>) {
  return (
    <>
      <span className={styles.mark} />
      <b>
        {title} {tag}
      </b>
      <span className={styles.text}>{text}</span>
    </>
  );
}
