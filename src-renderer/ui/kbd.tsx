// Keys as they are named on this person's keyboard: a glyph for Command on a Mac, the word Ctrl elsewhere, Strg in German.
import { Icon } from '../design/icons.tsx';
import shared from '../design/shared.module.css';
import { t } from '../text/t.ts';
import styles from './kbd.module.css';

/** `Mod` is Command on a Mac and Ctrl elsewhere; `Enter` and `Updown` are drawn. */
export type Chord = readonly string[];

/** A chord as plain text, for titles: "Ctrl K". */
export function formatChord(chord: Chord, mac: boolean): string {
  return chord.map((name) => (name === 'Mod' ? (mac ? '⌘' : t('Ctrl')) : name)).join(' ');
}

/** One or more keys, pressed together (["Mod", "K"]) or one after the other (["G", "D"]). */
export function Kbd({ chord, mac }: { chord: Chord; mac: boolean }) {
  if (chord[0] === 'Mod') {
    return (
      <kbd data-slot="key" className={styles.key}>
        {mac ? <Icon name="command" /> : <span>{t('Ctrl')}</span>}
        {mac && <span className={shared.visuallyHidden}>{t('Command')}</span>}
        {chord[1] !== undefined && <Key name={chord[1]} />}
      </kbd>
    );
  }
  return (
    <span className={styles.keys}>
      {chord.map((name) => (
        <kbd key={name} data-slot="key" className={styles.key}>
          <Key name={name} />
        </kbd>
      ))}
    </span>
  );
}

function Key({ name }: { name: string }) {
  if (name === 'Enter') return <Drawn icon="return" words="Enter" />;
  if (name === 'Updown') return <Drawn icon="up-down" words={t('Up and down')} />;
  return <span>{name === 'Space' ? t('Space') : name}</span>;
}

function Drawn({ icon, words }: { icon: 'return' | 'up-down'; words: string }) {
  return (
    <>
      <Icon name={icon} />
      <span className={shared.visuallyHidden}>{words}</span>
    </>
  );
}
