// For an instance that does not list its servers: why, a field to add one by its id, and those that were added.
import { z } from 'zod';
import type { NamespacePlace } from '../../../src-shared/servers/bridge.ts';
import { shortServerId } from '../../../src-shared/servers/short-server-id.ts';
import shared from '../../design/shared.module.css';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { errorText, t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createDrafts } from '../../ui/drafts.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import tableStyles from '../../ui/table/table.module.css';
import { useSubmit } from '../../ui/use-submit.ts';
import { formatServer, serverGlyph, upOrEnd } from './server-format.ts';
import styles from './servers.module.css';
import { followById, unfollow } from './servers-actions.ts';
import { useServers } from './servers-store.ts';
import { useNowOf } from './use-server-now.ts';

const { useDraft } = createDrafts('pin-server', z.string());

type Props = { place: NamespacePlace; openId: string | undefined; onOpen: (server_id: string) => void; why: string };

/** Of all that were added, those of this namespace. */
export function PinnedServers({ place, openId, onOpen, why }: Props) {
  const all = useServers((state) => state.pinned);
  const rows = all.filter((row) => row.game_id === place.game_id && row.environment_id === place.namespace_id);
  const now = useNowOf(
    place.instance_id,
    rows.flatMap(({ server }) => server ?? []),
  );
  return (
    <div className={tableStyles.scroll}>
      <AddServer place={place} onOpen={onOpen} why={why} />
      <ul>
        {rows.map(({ server_id: id, server, problem }) => (
          <li key={id} className={classNames(styles.pinnedRow, id === openId && styles.isOpen)}>
            <button type="button" onClick={() => onOpen(id)}>
              <StateGlyph state={server === null ? 'idle' : serverGlyph(server)} />
              <span className={shared.mono}>{shortServerId(id)}</span>
              <span className={classNames(shared.small, shared.grow, shared.ellipsis)}>
                {errorText(problem) ?? (server === null ? t('Not read yet') : formatServer(server, now))}
              </span>
              <span className={classNames(shared.small, shared.dim, shared.tabular)}>
                {server === null ? '' : upOrEnd(server, now)}
              </span>
            </button>
            <IconButton
              icon="x"
              size="tiny"
              label={t('Remove {id} from the list', { id: shortServerId(id) })}
              onClick={() => void unfollow({ ...place, server_id: id })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddServer({ place, onOpen, why }: Omit<Props, 'openId'>) {
  const { draft: pasted, type, release } = useDraft(place.namespace_id, '');
  const add = async () => {
    const { id: server_id, namespace_id = place.namespace_id } = pastedServer(pasted);
    if (server_id === '') return t('Paste the id or the address of a server.');
    if (namespace_id !== place.namespace_id)
      return t('This server is in another namespace. Open that one, and paste it there.');
    const found = await followById({ ...place, server_id });
    if (found !== undefined) return found;
    release();
    onOpen(server_id);
    return undefined;
  };
  const { submit, isBusy, problem, forget } = useSubmit(add);
  return (
    <form className={styles.addPinned} noValidate onSubmit={submit}>
      <p className={classNames(shared.small, shared.dim)}>{why}</p>
      <Field
        label={t('Id or address of a server')}
        name="server_id"
        value={pasted}
        errors={problem === undefined ? [] : [problem]}
        onValue={(next) => {
          type(next);
          forget();
        }}
      />
      <Button type="submit" icon="plus" busy={isBusy}>
        {t('Follow this server')}
      </Button>
    </form>
  );
}

/** The namespace is known where the address names one. */
function pastedServer(pasted: string): { id: string; namespace_id?: string } {
  const text = pasted.trim();
  const [, namespace_id] = /\/environments\/([^/?#]+)\//.exec(text) ?? [];
  const [, id] = /\/servers\/([^/?#]+)/.exec(text) ?? [];
  return id === undefined ? { id: text } : { id, ...(namespace_id === undefined ? {} : { namespace_id }) };
}
