// The command palette: type, choose with the arrows, run with Enter. Esc gives focus back to where it was.
import { Dialog } from '@base-ui/react/dialog';
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../../design/icons.tsx';
import shared from '../../design/shared.module.css';
import { t } from '../../text/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import tagStyles from '../../ui/tag.module.css';
import { closeLayer, openLayer, useLayers } from '../layers-store.ts';
import type { Command, CommandGroup } from './command.ts';
import { filterCommands } from './filter.ts';
import type { OpenGame } from './namespace-commands.ts';
import styles from './palette.module.css';
import { lineId, PaletteGroup } from './palette-group.tsx';
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
            const givesBack = keep || document.querySelector(`[role="dialog"]:not(.${styles.palette})`) === null;
            return givesBack && openedFrom();
          }}
        >
          <List key={opened} {...props} input={input} onRun={() => (ran.current = true)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What had the focus before the palette, or `true` for what the dialog finds itself. */
function openedFrom(): HTMLElement | true {
  const { from } = useLayers.getState();
  return from instanceof HTMLElement && from.isConnected && from !== document.body ? from : true;
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
  const id = useId();
  const { marked, mark, step } = useMarked(shown, typed, id);
  // The dialog itself waits for the next frame: what a quick typist types until then would be lost, or be shortcuts of the page.
  useLayoutEffect(() => input.current?.focus(), [input]);
  return (
    <>
      <Search
        input={input}
        place={place}
        moved={moved?.label}
        typed={typed}
        onType={setTyped}
        listId={id}
        markedId={marked && lineId(id, marked)}
        onKeyDown={(event) => press(event, { typed, marked, step, run, moveOrRun, showShortcuts })}
      />
      <div role="status" className={styles.empty}>
        {shown.length === 0 && formatEmpty(moved !== undefined && typed === '')}
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={t('Commands')}
        tabIndex={-1}
        className={styles.list}
        hidden={shown.length === 0}
      >
        {shown.map((group) => (
          <PaletteGroup key={group.value} {...{ group, typed, mac, run, id, mark }} marked={marked?.value} />
        ))}
      </div>
      <Foot mac={mac} canMove={canMove} isEmpty={typed === ''} onShortcuts={showShortcuts} />
    </>
  );
}

/** The line that Enter runs: the first one, until arrows or the pointer mark another. */
function useMarked(shown: readonly CommandGroup[], typed: string, id: string) {
  const [chosen, setChosen] = useState<{ value: string; typed: string }>();
  const lines = shown.flatMap(({ items }) => items);
  const at = lines.findIndex(({ value }) => chosen?.typed === typed && chosen.value === value);
  const marked = lines[Math.max(0, at)];
  const mark = (command: Command) => setChosen({ value: command.value, typed });
  const step = (by: 1 | -1) => {
    const next = lines.at((Math.max(0, at) + by) % lines.length);
    if (next === undefined) return;
    mark(next);
    document.querySelector(`#${CSS.escape(lineId(id, next))}`)?.scrollIntoView({ block: 'nearest' });
  };
  return { marked, mark, step };
}

type Keys = {
  typed: string;
  marked: Command | undefined;
  step: (by: 1 | -1) => void;
  run: (command: Command) => void;
  moveOrRun: (command: Command) => void;
  showShortcuts: () => void;
};

/** Enter with Ctrl or Command asks where; "?" behind other letters is a letter of a name. */
function press(event: KeyboardEvent, { typed, marked, step, run, moveOrRun, showShortcuts }: Keys): void {
  const { key } = event;
  if (event.nativeEvent.isComposing) return;
  if (key === 'ArrowDown') step(1);
  else if (key === 'ArrowUp') step(-1);
  else if (key === 'Enter' && marked !== undefined) {
    if (event.ctrlKey || event.metaKey) moveOrRun(marked);
    else run(marked);
  } else if (key === '?' && typed === '') showShortcuts();
  else return;
  event.preventDefault();
}

function formatEmpty(isElsewhere: boolean): string {
  return isElsewhere ? t('No other instance answers now.') : t('No results. Try part of a name.');
}

type SearchProps = Pick<ListProps, 'input' | 'place'> & {
  moved: string | undefined;
  typed: string;
  onType: (typed: string) => void;
  listId: string;
  markedId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Search({ input, place, moved, typed, onType, listId, markedId, onKeyDown }: SearchProps) {
  const tag = moved ?? place;
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        ref={input}
        className={shared.grow}
        role="combobox"
        aria-label={t('Search games and commands')}
        aria-autocomplete="list"
        aria-expanded={markedId !== undefined}
        aria-controls={listId}
        aria-activedescendant={markedId}
        placeholder={moved === undefined ? t('Go to a game, server or command') : t('Find an instance')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
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
