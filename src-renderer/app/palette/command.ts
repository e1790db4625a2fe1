// A line of the palette, as everybody who offers some sees it.
import type { GameRow } from '../../../src-shared/games/bridge.ts';
import type { IconName } from '../../design/icons.tsx';
import type { Chord } from '../../ui/kbd.tsx';

/** One line of the palette. */
export type Command = {
  value: string;
  label: string;
  context: string;
  icon: IconName | { game: GameRow; instance_id: string };
  chord?: Chord;
  /** It is about the window, and so the same on every instance. */
  isAnywhere?: true;
  /** It does not run, and its context says why. */
  isOff?: true;
  /** Whether it runs is being found out: chosen meanwhile, it runs once that is known. */
  isAwaited?: true;
  run: () => void;
};

/** A titled group of lines. */
export type CommandGroup = { value: string; items: Command[] };
