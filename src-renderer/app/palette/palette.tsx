// The command palette: type, choose with the arrows, run with Enter. Esc gives focus back to where it was.
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import type { BaseUIEvent } from '@base-ui/react/types';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { GameLogo } from '../../features/games/game-logo.tsx';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import tagStyles from '../../ui/tag.module.css';
import { closeLayer, openLayer, useLayers } from '../layers-store.ts';
import type { Command, CommandGroup } from './command.ts';
import { filterCommands, markMatches } from './filter.ts';
import type { OpenGame } from './namespace-commands.ts';
import styles from './palette.module.css';
import { useElsewhere } from './use-elsewhere.ts';

type Props = { groups: CommandGroup[]; mac: boolean; place: string | undefined; open: OpenGame | undefined };

/** `place` names what the commands act on: "Local". */
export function Palette(props: Props) {
  const open = useLayers((state) => state.layer === 'palette');
  const opened = useLayers((state) => state.opened);
  // A command that opens a dialog moves focus itself; giving it back to the opener would steal it from there.
  const ran = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) closeLayer();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={classNames(styles.scrimLight, shared.scrim)} />
        <Dialog.Popup
          className={classNames(shared.floating, styles.palette)}
          aria-label={t('Commands')}
          initialFocus={input}
          finalFocus={() => {
            const keep = !ran.current;
            ran.current = false;
            return keep || document.querySelector(`[role="dialog"]:not(.${styles.palette})`) === null;
          }}
        >
          <List key={opened} {...props} input={input} onRun={() => (ran.current = true)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ListProps = Props & { input: React.RefObject<HTMLInputElement | null>; onRun: () => void };

/** What is shown for what was typed, and what becomes of it. A line that was moved waits for the instance that it is run on. */
function useLines({ groups: here, open, onRun }: Pick<ListProps, 'groups' | 'open' | 'onRun'>) {
  const [typed, setTyped] = useState('');
  const [moved, setMoved] = useState<Command>();
  const [awaited, setAwaited] = useState<string>();
  const { groups = here, others } = useElsewhere(moved, open);
  const shown = useMemo(() => filterCommands(groups, typed), [groups, typed]);
  const showShortcuts = () => {
    onRun();
    openLayer('shortcuts');
  };
  const run = (command: Command) => {
    setAwaited(command.isAwaited === true ? command.value : undefined);
    if (command.isOff === true) return;
    onRun();
    closeLayer();
    command.run();
  };
  const runAwaited = useEffectEvent(run);
  useEffect(() => {
    const command = shown.flatMap(({ items }) => items).find(({ value }) => value === awaited);
    if (command !== undefined && command.isAwaited !== true) runAwaited(command);
  }, [shown, awaited]);
  const moveOrRun = (command: Command) => {
    if (moved !== undefined || command.isAnywhere === true) run(command);
    else {
      setMoved(command);
      setTyped('');
    }
  };
  const canMove = moved === undefined && others.length > 0;
  return { typed, setTyped, shown, moved, canMove, run, moveOrRun, showShortcuts };
}

function List({ mac, place, input, ...props }: ListProps) {
  const { typed, setTyped, shown, moved, canMove, run, moveOrRun, showShortcuts } = useLines(props);
  return (
    <Autocomplete.Root
      open
      inline
      items={shown}
      filter={null}
      value={typed}
      // Choosing a line runs it; its label must not land in the field.
      onValueChange={(next, details) => details.reason !== 'item-press' && setTyped(next)}
      autoHighlight="always"
      keepHighlight
    >
      <Search
        input={input}
        place={place}
        moved={moved?.label}
        onKeyDown={(event) => press(event, { typed, shown, run, moveOrRun, showShortcuts })}
      />
      <Autocomplete.Empty className={styles.empty}>
        {shown.length === 0 && formatEmpty(moved !== undefined && typed === '')}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: CommandGroup) => <Group key={group.value} group={group} typed={typed} mac={mac} run={run} />}
      </Autocomplete.List>
      <Foot mac={mac} canMove={canMove} isEmpty={typed === ''} onShortcuts={showShortcuts} />
    </Autocomplete.Root>
  );
}

type Keys = {
  typed: string;
  shown: readonly CommandGroup[];
  run: (command: Command) => void;
  moveOrRun: (command: Command) => void;
  showShortcuts: () => void;
};

/** Enter with Ctrl or Command asks where; "?" behind other letters is a letter of a name. */
function press(
  event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>,
  { typed, shown, run, moveOrRun, showShortcuts }: Keys,
): void {
  const marked = event.key === 'Enter' && !event.nativeEvent.isComposing ? markedOf(shown) : undefined;
  if (marked !== undefined) {
    // The list forgets which line is marked for a moment whenever its lines change: Enter was lost then.
    event.preventBaseUIHandler();
    if (event.ctrlKey || event.metaKey) moveOrRun(marked);
    else run(marked);
  } else if (event.key === '?' && typed === '') showShortcuts();
  else return;
  event.preventDefault();
}

/** The command of the line that the arrows have marked, else the first. */
function markedOf(shown: readonly CommandGroup[]): Command | undefined {
  const lines = [...document.querySelectorAll(`.${styles.item}`)];
  const at = lines.findIndex((line) => line.hasAttribute('data-highlighted'));
  return shown.flatMap(({ items }) => items)[Math.max(0, at)];
}

function formatEmpty(isElsewhere: boolean): string {
  return isElsewhere ? t('No other instance answers now.') : t('No results. Try part of a name.');
}

type SearchProps = Pick<ListProps, 'input' | 'place'> & {
  moved: string | undefined;
  onKeyDown: (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => void;
};

function Search({ input, place, moved, onKeyDown }: SearchProps) {
  const tag = moved ?? place;
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <Autocomplete.Input
        ref={input}
        className={shared.grow}
        aria-label={t('Search games and commands')}
        placeholder={moved === undefined ? t('Go to a game, server or command') : t('Find an instance')}
        spellCheck={false}
        onKeyDown={onKeyDown}
      />
      {tag !== undefined && (
        <span data-slot="tag" className={tagStyles.tag}>
          {tag}
        </span>
      )}
    </div>
  );
}

type GroupProps = { group: CommandGroup; typed: string; mac: boolean; run: (command: Command) => void };

function Group({ group, typed, mac, run }: GroupProps) {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.value}
            value={command}
            className={styles.item}
            aria-disabled={command.isOff}
            onClick={() => run(command)}
          >
            <Line command={command} typed={typed} mac={mac} />
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
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

type FootProps = { mac: boolean; isEmpty: boolean; canMove: boolean; onShortcuts: () => void };

function Foot({ mac, isEmpty, canMove, onShortcuts }: FootProps) {
  return (
    <div className={styles.foot}>
      <span>
        <Kbd chord={['Updown']} mac={mac} />
        {t('choose')}
      </span>
      <span>
        <Kbd chord={['Enter']} mac={mac} />
        {t('run')}
      </span>
      {canMove ? (
        <span>
          <Kbd chord={['Mod']} mac={mac} />
          <Kbd chord={['Enter']} mac={mac} />
          {t('run on another instance')}
        </span>
      ) : (
        <span>
          <Kbd chord={['Esc']} mac={mac} />
          {t('close')}
        </span>
      )}
      <button type="button" className={classNames(styles.everywhere, shared.hitArea)} onClick={onShortcuts}>
        {isEmpty && <Kbd chord={['?']} mac={mac} />}
        {t('all shortcuts')}
      </button>
    </div>
  );
}
