// The lines of the command palette, in their groups. The field above them keeps the focus, and says which one is marked.
import { useId } from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { GameLogo } from '../../features/games/game-logo.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import type { Command, CommandGroup } from './command.ts';
import { markMatches } from './filter.ts';
import styles from './palette.module.css';

type Props = {
  group: CommandGroup;
  typed: string;
  mac: boolean;
  id: string;
  marked: string | undefined;
  mark: (command: Command) => void;
  run: (command: Command) => void;
};

export function PaletteGroup({ group, typed, mac, id, marked, mark, run }: Props) {
  const labelId = useId();
  return (
    // biome-ignore lint: a group of options, of which no element of HTML is one
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className={styles.group}>
        {group.value}
      </div>
      {group.items.map((command) => (
        <div
          key={command.value}
          id={lineId(id, command)}
          role="option"
          tabIndex={-1}
          aria-selected={command.value === marked}
          aria-disabled={command.isOff}
          data-highlighted={command.value === marked ? '' : undefined}
          className={styles.item}
          onMouseMove={() => command.value !== marked && mark(command)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command)}
        >
          <Line command={command} typed={typed} mac={mac} />
        </div>
      ))}
    </div>
  );
}

function Line({ command, typed, mac }: { command: Command; typed: string; mac: boolean }) {
  const { icon } = command;
  return (
    <>
      {typeof icon === 'string' ? (
        <Icon name={icon} />
      ) : (
        <GameLogo id={icon.game.id} instance_id={icon.instance_id} url={icon.game.logo_url} size={16} />
      )}
      <span className={classNames(styles.title, shared.ellipsis)}>
        {markMatches(command.label, typed).map((part, at) =>
          // biome-ignore lint: the pieces of a label have no other name than their place
          part.marked ? <mark key={at}>{part.text}</mark> : part.text,
        )}
      </span>
      <span className={classNames(styles.context, shared.ellipsis)}>{command.context}</span>
      <span className={shared.grow} />
      {command.chord === undefined ? (
        <span className={styles.enter} aria-hidden="true">
          <Kbd chord={['Enter']} mac={mac} />
        </span>
      ) : (
        <Kbd chord={command.chord} mac={mac} />
      )}
    </>
  );
}

/** What the field knows a line by. */
export function lineId(id: string, { value }: Command): string {
  return `${id}-${value}`;
}
