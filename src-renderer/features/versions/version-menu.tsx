// The menu of the selected version on the shelf. It lies over its row, as a line of a list may hold no button.
import { requestPromotion } from '../../routes/promote-request.ts';
import { t } from '../../text/t.ts';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import type { GamePlace } from '../namespaces/namespaces-store.ts';
import { launchSelected } from './version-keys.ts';
import styles from './version-list.module.css';
import type { VersionListRow } from './version-list-selectors.ts';

type Props = { place: GamePlace; row: VersionListRow; top: number };

/** `top` is that of its row. */
export function VersionMenu({ place: { instance_id, game_id }, row: { id, name }, top }: Props) {
  return (
    <div className={styles.menu} style={{ top }}>
      <Menu
        label={t('What to do with {name}', { name })}
        trigger={<IconButton icon="dots" size="tiny" label={t('Menu of {name}', { name })} />}
      >
        <MenuItem onClick={() => launchSelected(game_id)}>{t('Bring it to a namespace')}</MenuItem>
        <MenuItem onClick={() => requestPromotion({ fromInstance: instance_id, fromGame: game_id, version: id })}>
          {t('Promote it elsewhere…')}
        </MenuItem>
        <MenuRule />
        <MenuItem onClick={() => void copyId(name, id)}>{t('Copy the version id')}</MenuItem>
      </Menu>
    </div>
  );
}

async function copyId(name: string, id: string): Promise<void> {
  if (await copyText(id)) say({ state: 'done', title: t('Copied the id of {name}', { name }), detail: id });
  else say({ state: 'failed', title: t('The system did not let the window copy'), detail: id });
}
