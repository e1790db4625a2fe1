// Gives a namespace another place in the order of its game, by a menu; Alt with an arrow does it for the one that has the focus.
import type { InstanceView } from '../../../src-shared/instances/bridge.ts';
import type { GameFull } from '../../../src-shared/service/games.ts';
import { t } from '../../text/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { whyCannotChange } from '../instances/instances-selectors.ts';
import type { NamespacePlace } from '../namespaces/namespaces-store.ts';
import { moveNamespace } from './board-actions.ts';

type Props = { instance: InstanceView; game: GameFull; place: NamespacePlace };

/** None where nothing can be changed now. */
export function MoveItems({ instance, game, place }: Props) {
  if (whyCannotChange(instance) !== undefined || game.namespaces.length < 2) return null;
  return (
    <>
      <MenuItem onClick={() => void moveNamespace(place, game, -1)}>{t('Move up')}</MenuItem>
      <MenuItem onClick={() => void moveNamespace(place, game, 1)}>{t('Move down')}</MenuItem>
    </>
  );
}

/** The same beside the name of a lane. */
export function MoveMenu({ name, ...props }: Props & { name: string }) {
  if (whyCannotChange(props.instance) !== undefined || props.game.namespaces.length < 2) return null;
  const label = t('Move {name}', { name });
  return (
    <Menu label={label} trigger={<IconButton icon="grip" size="tiny" label={label} />}>
      <MoveItems {...props} />
    </Menu>
  );
}
